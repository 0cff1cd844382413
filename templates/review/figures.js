// Drawings that follow the numbers: sums beside the budget, exposed time by operation, and T(n) of one operation.
const onAxis = (value, top, wide = 240) => wide * Math.min(Math.max(top ? value / top : 0, 0), 1);
const box = (from, to, css, top = 3, tall = 6) => drawn("rect", {
  x: from.toFixed(1), y: top, width: Math.max(to - from, 1).toFixed(1), height: tall, class: css,
});
const line = (x) => drawn("path", { d: `M${x.toFixed(1)} 0v12`, class: "mark" });
const strip = (...children) => drawn("svg", { class: "cl", viewBox: "0 0 240 12", "aria-hidden": "true" }, ...children);

/** Budget, estimate and every must just met, on one axis. */
const closingSums = (budget, { exposed }) => {
  const met = budget?.met ?? [], top = 1.04 * Math.max(budget?.allowed ?? 0, ...exposed, ...met);
  const at = (value) => onAxis(value, top), marks = () => budget ? [line(at(budget.allowed))] : [];
  const row = (name, value, ...bar) => make("tr", {}, make("th", { scope: "row" }, name), make("td", { class: "n" }, make("b", {}, value)),
    make("td", { class: "bar" }, strip(...bar, ...marks())));
  const reached = (value) => value > budget.allowed
    ? [box(0, at(budget.allowed), "grey"), box(at(budget.allowed), at(value), "over")] : [box(0, at(value), "grey")];
  const rows = [row(word("closing.estimate"), span(...exposed), box(at(exposed[0]), at(exposed[1]), "range"))];
  if (budget) {
    rows.unshift(row(word("closing.budget"), seconds(budget.allowed), box(0, at(budget.allowed), "ink")));
    if (differ(...met)) rows.push(row(word("closing.met.even"), seconds(met[0]), ...reached(met[0])));
    rows.push(row(word(differ(...met) ? "closing.met.skewed" : "closing.met"), seconds(met[1]), ...reached(met[1])));
  }
  return make("tbody", {}, ...rows);
};

/** Exposed seconds of a step by operation: now filled, in the document outlined. */
const exposedFigure = (result, spec, titles) => {
  const paired = result.operations.map((now, at) => [now, spec.operations[at]]).filter(([now, old]) => now.exposed[1] || old.exposed[1]);
  const shown = paired.sort((one, other) => other[0].exposed[1] - one[0].exposed[1]).slice(0, 8);
  const top = 1.04 * Math.max(0, ...shown.flatMap(([now, old]) => [now.exposed[1], old.exposed[1]]));
  const at = (value) => onAxis(value, top);
  const rows = shown.map(([now, old]) => make("tr", {}, make("th", { scope: "row" }, titles[now.op.id] ?? now.op.id),
    make("td", { class: "bar" }, strip(
      box(at(old.exposed[0]), at(old.exposed[1]), "was", 1, 10), box(at(now.exposed[0]), at(now.exposed[1]), "range"))),
    make("td", { class: "n" }, span(...now.exposed))));
  return rows.length ? make("table", { class: "sums" }, make("caption", {}, word("review.figure.exposed")), make("tbody", {}, ...rows)) : "";
};

/** T(n) of one operation, both ends, now and in the document; logarithmic both ways. */
const curveFigure = (model, result, spec, id, title) => {
  const one = result.operations.find(({ op }) => op.id === id);
  const { n, calls, ends } = model.calls[one.op.own];
  if (!n) return "";
  const sizes = Array.from({ length: 41 }, (_, k) => n * 2 ** ((k - 28) / 2));
  const curve = (table, end) => sizes.map((size) => calls * table.seconds(end, size));
  const lines = [[spec, ends[0], "was"], [spec, ends[1], "was"], [result, ends[0], "now"], [result, ends[1], "now"]]
    .map(([table, end, css]) => [curve(table, end), css]);
  const values = lines.flatMap(([line]) => line).filter((value) => value > 0);
  if (!values.length) return "";
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))], WIDE = 420, TALL = 170;
  const x = (k) => 56 + (WIDE - 70) * k / (sizes.length - 1), y = (value) => 12 + (TALL - 44) * (high - Math.log(value)) / (high - low || 1);
  const path = (line) => `M${line.map((value, k) => `${x(k).toFixed(1)} ${y(Math.max(value, 1e-12)).toFixed(1)}`).join("L")}`;
  const text = (at, down, anchor, what) => drawn("text", { x: at, y: down, "text-anchor": anchor }, what);
  const alt = word("review.figure.curve.alt", { name: title, size: sizeOf(n), now: span(...one.time) });
  const svg = drawn("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, class: "curve", role: "img", "aria-label": alt },
    drawn("path", { d: `M56 12V${TALL - 32}H${WIDE - 14}`, class: "axis" }),
    drawn("path", { d: `M${x(28).toFixed(1)} 12V${TALL - 32}`, class: "own" }),
    ...lines.map(([line, css]) => drawn("path", { d: path(line), class: css })),
    text(52, 16, "end", seconds(Math.exp(high))), text(52, TALL - 34, "end", seconds(Math.exp(low))),
    text(56, TALL - 16, "start", sizeOf(sizes[0])), text(x(28), TALL - 16, "middle", sizeOf(n)),
    text(WIDE - 14, TALL - 16, "end", sizeOf(sizes[40])));
  return make("figure", {}, svg, make("figcaption", {}, word("review.figure.curve", { name: title })));
};

/** One operation's share of the budget, its estimate, and where it is with every must just met. */
const shareBar = ({ share, ends, even, full }, top) => {
  const at = (value) => onAxis(value, top);
  const dot = (value, css) => drawn("circle", { cx: Math.min(Math.max(at(value), 4), 236).toFixed(1), cy: 6, r: 3.4, class: css });
  const dots = differ(even.exposed, full.exposed) ? [dot(even.exposed, "hollow"), dot(full.exposed, "full")] : [dot(full.exposed, "full")];
  const own = share === undefined ? [] : [box(0, at(share), "tint", 0, 12)];
  return strip(...own, box(at(ends[0]), at(ends[1]), "range"), ...dots, ...(share === undefined ? [] : [line(at(share))]));
};

// The interval bars: 1 sits at 20, the right end at `top` at 112; below 1 there is less room.
const barAt = (value, top) => value <= 1 ? 4 + 16 * Math.max(value, 0) : 20 + 92 * Math.min((value - 1) / Math.max(top - 1, 1e-9), 1);
/** The bar of a slot: drawn once, then only its outlines move. */
const intervalBar = (time, bound, top, slot_) => {
  const base = time[0] || 1, wide = time[1] / base, end = Math.max(barAt(wide, top), 21).toFixed(1);
  const notch = wide > top ? `L${Number(end) + 6} 10L${end} 14` : `L${end} 14`;
  const parts = slot_.drawing ??= {
    svg: drawn("svg", { class: "ib", viewBox: "0 0 120 18", "aria-hidden": "true" }),
    range: drawn("path", { class: "range" }), tick: drawn("path", { class: "tick" }),
  };
  if (!parts.svg.firstChild) parts.svg.append(parts.range, parts.tick);
  parts.range.setAttribute("d", `M20 6H${end}${notch}H20Z`);
  parts.tick.setAttribute("d", bound ? `M${barAt(bound / base, top).toFixed(1)} 3v14` : "");
  return parts.svg;
};
const TOP = 3;
