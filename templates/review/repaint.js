// Puts the figures of changed numbers where the document has its own: cells marked data-v, sums, bars, the verdict.
// What did not move shows what was printed; what moved says so and names the document's value.
const moved = (now, before) => now.some((value, at) => differ(value, before[at]));

/** A place of the page that can be repainted and goes back to what was printed there. */
const slot = (place) => {
  const printed = [...place.childNodes], css = place.className, before = place.textContent.trim();
  const sorted = place.closest("[data-k]"), key = sorted?.dataset.k;
  let on = false, node = null;
  return {
    place,
    put: (shown) => {
      if (on && node && typeof shown === "string") { if (node.data !== shown) node.data = shown; return; }
      node = typeof shown === "string" ? document.createTextNode(shown) : null;
      if (place.firstChild !== shown || place.childNodes.length > 1) place.replaceChildren(node ?? shown);
      if (on) return;
      on = true;
      place.classList.add("moved");
      if (before && before.length < 60) place.title = word("spec", { t: before });
    },
    // What a column sorts by follows what it shows.
    sortBy: (value) => { if (sorted) sorted.dataset.k = value.toPrecision(6); },
    back: () => {
      if (!on) return;
      on = false;
      node = null;
      place.replaceChildren(...printed);
      place.className = css;
      place.removeAttribute("title");
      if (sorted) sorted.dataset.k = key;
    },
  };
};
const slotsIn = (root) => Object.fromEntries(all("[data-v]", root).map((place) => [place.dataset.v, slot(place)]));
/** Shows a text where the numbers behind it moved, else what was printed. */
const show = (at, now, before, text) => {
  if (!at) return;
  if (moved(now, before)) at.put(text()); else at.back();
};
/** The same of a column of numbers. */
const showTime = (at, now, before, text) => {
  if (!at) return;
  if (!moved(now, before)) { at.back(); return; }
  at.put(text());
  at.sortBy(now[now.length - 1]);
};

const APART = new Set(["alpha", "root", "T0", "knee", "sync", "reorder"]);
const regimeOf = (result, model, one) => {
  const end = model.calls[one.op.own].ends[1], { n } = model.calls[one.op.own];
  const { parts, limits } = result.inForce(end, n);
  let startup = 0, transfer = 0;
  for (const part of parts) {
    const [family] = part.key.split(".", 1);
    if (family === "alpha" || family === "hop") startup += part.seconds;
    if (!APART.has(family)) transfer += part.seconds;
  }
  const half = result.halfOf(end, result.values[model.plans[model.ends[end].plans[0]].skew]);
  if (limits.some((limit) => limit.startsWith("cut."))) return { regime: startup > transfer ? "latency" : "cut", half };
  return { regime: n < half ? "latency" : "bandwidth", half };
};
const CHIPS = { latency: "lat", bandwidth: "bw", cut: "cut" };

/** Seconds of the conservative end that rest on assumptions, as a share. */
const assumedOf = (result, model, ends, one) => {
  const { parts, seconds: total } = result.inForce(model.calls[one.op.own].ends[1], model.calls[one.op.own].n);
  const assumed = parts.filter((part) => part.seconds && basisOf(model, result, ends, part) === "assumed");
  return total ? sum(assumed.map((part) => part.seconds)) / total : 0;
};
/** The product of a parameter that holds: of several the largest. */
const productOf = (model, result, ends, value) => {
  const worth = ([number, ...factors]) => {
    let found = number;
    for (let k = 0; k < factors.length; k += 3) found *= ends[factors[k]][factors[k + 1]] ** factors[k + 2];
    return found;
  };
  return model.values[value].reduce((best, product) => best === null || worth(product) > worth(best) ? product : best, null);
};
const basisOf = (model, result, ends, part) => {
  const value = part.by === 5 ? model.plans[part.plan].k : part.value;
  const product = productOf(model, result, ends, value);
  return product && product.length > 1 ? model.places[product[1]].basis : "assumed";
};

/** Everything on the page that follows the numbers. Call the result with a table worked out and the one of the spec. */
const painter = (model) => {
  const rows = new Map(model.operations.map(({ id }) => [id, document.getElementById(`op-${id}`)]).filter(([, row]) => row)
    .map(([id, row]) => [id, slotsIn(row)]));
  const totals = all("[data-total]").map((row) => [row.dataset.total, slotsIn(row)]);
  const budgets = new Map(all("[data-budget]").map((row) => [row.dataset.budget, slotsIn(row)]));
  const answers = all("[data-closing]").map((box) => [box, slotsIn(box), box.className]);
  const stated = model.places.map((place) => place.ends), known = new Map();
  const detailsOf = (result, one, ends) => ({ ...regimeOf(result, model, one), assumed: assumedOf(result, model, ends, one) });
  const detailsOfSpec = (spec, one) => known.get(one.op.id) ?? known.set(one.op.id, detailsOf(spec, one, stated)).get(one.op.id);
  const row = (result, spec, now, before, ends) => {
    const at = rows.get(now.op.id);
    if (!at) return;
    showTime(at.bound, [now.bound], [before.bound], () => now.bound ? seconds(now.bound) : NONE);
    showTime(at.time, now.time, before.time, () => span(...now.time));
    showTime(at.exposed, now.exposed, before.exposed, () => span(...now.exposed));
    if (!moved(now.time, before.time) && !differ(now.bound, before.bound)) {
      for (const key of ["bar", "limited", "nhalf", "assumed"]) at[key]?.back();
      return;
    }
    at.bar?.put(intervalBar(now.time, now.bound, TOP, at.bar));
    const told = detailsOf(result, now, ends), old = detailsOfSpec(spec, before);
    const chip = () => make("span", { class: `lim ${CHIPS[told.regime]}` }, word(`regime.${told.regime}`));
    show(at.limited, [told.regime === old.regime ? 0 : 1], [0], chip);
    show(at.nhalf, [told.half], [old.half], () => told.half === Infinity ? "∞" : sizeOf(told.half));
    show(at.assumed, [told.assumed], [old.assumed], () => percent(told.assumed));
  };
  const budget = (now, before) => {
    const reach = ({ even, full, share, ends }) => Math.max(even.exposed, full.exposed, share ?? 0, ends[1]);
    const most = 1.04 * Object.values(now.rows).reduce((top, one) => Math.max(top, reach(one)), 0);
    const text = (value) => quantity(value, "time"), pair = (one) => one.even.exposed === one.full.exposed
      ? text(one.full.exposed) : `${text(one.even.exposed)} / ${text(one.full.exposed)}`;
    const over = (exposed, share) => share === undefined ? NONE
      : exposed - share > 1e-9 * share ? `+${text(exposed - share)}` : word("review.within");
    for (const [id, at] of budgets) {
      const one = now.rows[id], old = before.rows[id];
      if (!one || !old) continue;
      show(at.share, [one.share ?? 0], [old.share ?? 0], () => one.share === undefined ? NONE : text(one.share));
      show(at.allowed, [one.full.allowed ?? 0], [old.full.allowed ?? 0], () => one.full.allowed === null ? NONE : text(one.full.allowed));
      const limit = ({ full }) => [full.limit?.seconds ?? 0];
      const drawnOf = ({ even, full, share, ends }) => [even.exposed, full.exposed, share ?? 0, ...ends];
      show(at.limit, limit(one), limit(old), () => one.full.limit ? `≤${SPACE}${text(one.full.limit.seconds)}` : "");
      show(at.bar, drawnOf(one), drawnOf(old), () => shareBar(one, most));
      show(at.met, [one.even.exposed, one.full.exposed], [old.even.exposed, old.full.exposed], () => pair(one));
      show(at.over, [one.full.exposed, one.share ?? 0], [old.full.exposed, old.share ?? 0], () => over(one.full.exposed, one.share));
    }
  };
  return (result, spec, ends, places) => {
    result.operations.forEach((now, at) => row(result, spec, now, spec.operations[at], ends));
    for (const [step, at] of totals) {
      show(at.total, result.sums[step].total, spec.sums[step].total, () => span(...result.sums[step].total));
      show(at.exposed, result.sums[step].exposed, spec.sums[step].exposed, () => span(...result.sums[step].exposed));
    }
    if (result.budget) {
      result.operations.forEach((one, number) => {
        const at = budgets.get(one.op.id), old = spec.operations[number];
        if (at) show(at.estimate, one.exposed, old.exposed, () => span(...one.exposed));
      });
      budget(result.budget, spec.budget);
      const at = budgets.get(""), sums = result.sums[model.main], old = spec.sums[model.main];
      if (at) {
        show(at.estimate, sums.exposed, old.exposed, () => span(...sums.exposed));
        show(at.met, result.budget.met, spec.budget.met, () => span(...result.budget.met));
        show(at.over, result.budget.met, spec.budget.met, () => result.budget.met[1] - result.budget.allowed > 1e-9 * result.budget.allowed
          ? `+${seconds(result.budget.met[1] - result.budget.allowed)}` : word("review.within"));
      }
      for (const [box, slots, css] of answers) {
        const changed = moved([...result.budget.met, ...sums.exposed], [...spec.budget.met, ...old.exposed]);
        if (!changed) { Object.values(slots).forEach((each) => each.back()); box.className = css; continue; }
        box.className = `closing ${result.budget.closes === "yes" ? "closes" : "over"}`;
        slots.answer?.put(word(`closing.${result.budget.closes}`));
        slots.text?.put(word("review.closing", {
          met: span(...result.budget.met), allowed: seconds(result.budget.allowed), estimate: span(...sums.exposed),
        }));
        slots.sums?.put(closingSums(result.budget, sums));
      }
    } else {
      for (const [, slots] of answers) {
        const sums = result.sums[model.main], old = spec.sums[model.main];
        if (slots.sums) { if (moved(sums.exposed, old.exposed)) slots.sums.put(closingSums(null, sums)); else slots.sums.back(); }
      }
    }
    document.body.classList.toggle("whatif-on", places > 0);
  };
};
