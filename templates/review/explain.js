// "Why this number": the formula of one operation with its numbers put in, and the source of each.

/** A window over the page that gives the focus back; Escape closes it. */
const dialog = (title, ...children) => {
  const close = make("button", { type: "button", class: "close" }, word("review.close"));
  const head = make("h3", { id: "dialog-title" }, title);
  const found = make("dialog", { "aria-labelledby": "dialog-title", class: "why" }, close, head, ...children);
  onPress(close, () => found.close());
  found.addEventListener("close", () => found.remove());
  found.addEventListener("click", (event) => { if (event.target === found) found.close(); });
  document.body.append(found);
  found.showModal();
  return found;
};

const POWERS = { 0: "", 0.5: " × √n", 1: " × n" };
const unitOfKey = (key) => {
  const family = key.split(".")[0];
  if (["alpha", "hop", "T0", "sync"].includes(family)) return (value) => quantity(value, "time", 6);
  if (["beta", "link", "unit", "nic", "cut", "gamma", "reorder"].includes(family))
    return (value) => value ? `1 / (${quantity(1 / value, "bandwidth", 6)})` : "0";
  return (value) => digits(value, 6);
};

/** What a parameter is made of: each number of the spec in it with its place, its condition and its source. */
const madeOf = (model, labels, ends, value, result) => {
  const product = productOf(model, result, ends, value);
  if (!product || product.length === 1) return [make("span", {}, product ? word("review.why.constant") : NONE)];
  const items = [];
  for (let k = 1; k < product.length; k += 3) {
    const place = model.places[product[k]], side = product[k + 1];
    items.push(make("div", {}, make("code", {}, place.path), ` = ${quantity(ends[product[k]][side], place.kind, 6)} `,
      badge(place.basis), " ", labels.sources[place.source] ?? word("review.why.unsourced")));
  }
  if (Math.abs(product[0] - 1) > 1e-12) items.push(make("div", {}, word("review.why.times", { x: digits(product[0], 6) })));
  if (model.values[value].length > 1) items.push(make("small", {}, word("review.why.worst", { n: model.values[value].length })));
  return items;
};

const endTable = (model, labels, ends, result, call, side, title) => {
  const end = call.ends[side], { n, calls } = call, force = result.inForce(end, n), plan = model.plans[force.number];
  const rows = force.parts.filter((part) => part.seconds).map((part) => {
    const value = part.by === 5 ? plan.k : part.value;
    const balanced = part.by ? word(part.by === 5 ? "review.why.knee" : `review.why.by.${part.by}`) : "";
    return make("tr", {}, make("th", { scope: "row" }, make("code", {}, part.key)),
      make("td", { class: "n", "data-l": word("review.why.coefficient") }, digits(part.coefficient, 6)),
      make("td", { "data-l": word("review.why.value") },
        `${unitOfKey(part.key)(part.theta)}${POWERS[part.power]}`, balanced ? make("small", {}, balanced) : ""),
      make("td", { "data-l": word("review.source") }, ...madeOf(model, labels, ends, value, result)),
      make("td", { class: "n", "data-l": word("review.why.seconds") }, seconds(part.seconds)));
  });
  const heads = ["review.why.parameter", "review.why.coefficient", "review.why.value", "review.source", "review.why.seconds"];
  const head = heads.map((name) => make("th", { scope: "col" }, word(name)));
  const total = make("tr", {}, make("th", { scope: "row", colspan: 4 }, word("review.why.sum", { calls: digits(calls) })),
    make("td", { class: "n" }, make("b", {}, seconds(calls * force.seconds))));
  const limits = [...new Set(force.limits)].join(", ");
  return [make("h4", {}, title), make("p", {}, word("review.why.formula", { n: sizeOf(n), limits: limits || NONE })),
    make("table", { class: "stack" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows), make("tfoot", {}, total))];
};

/** One operation explained: both ends term by term, its bound, and what of it a step is exposed to. */
const explained = (model, labels, state, result, one) => {
  const ends = state.ends(), own = model.calls[one.op.own], { calls } = model.calls[one.call];
  const sides = ENDS.flatMap((name, side) => endTable(model, labels, ends, result, own, side, word(name)));
  const hidden = (side) => one.slowdown[side] === null
    ? word("review.why.share", { share: percent(one.hidden[side]) })
    : word("review.why.window", { window: seconds(one.hidden[side]), slowdown: digits(one.slowdown[side]) });
  const step = one.count ? [make("h4", {}, word("review.why.step")), ...[0, 1].map((side) => make("p", {}, word("review.why.exposed", {
    count: digits(one.count), calls: digits(calls), call: seconds(one.inStep[side] / calls), hidden: hidden(side),
    exposed: seconds(one.exposed[side]),
  })))] : [];
  const bound = one.bound ? [make("p", {}, word("review.why.bound", { bound: seconds(one.bound) }))] : [];
  return [...sides, ...bound, ...step];
};

const explanations = (model, labels, state, result) => {
  for (const { id } of model.operations) {
    const row = document.getElementById(`op-${id}`), place = row?.querySelector("[data-why]") ?? row?.cells?.[0];
    if (!place) continue;
    const name = labels.titles[id] ?? id;
    const button = make("button", {
      type: "button", class: "copy", "data-do": "why", "aria-haspopup": "dialog", "aria-label": `${word("review.why")}: ${name}`,
    }, word("review.why"));
    onPress(button, () => {
      const one = result().operations.find(({ op }) => op.id === id);
      dialog(`${word("review.why")}: ${name}`, ...explained(model, labels, state, result(), one)).addEventListener("close", () => button.focus());
    });
    place.append(button);
  }
};
