// The table of a spec from its numbers: operations, sums of each step, what limits them, and whether the budget closes.
const NEAR = 1e-9;
const exposedOf = (first, slowdown, call) => slowdown === null
  ? call * (1 - first) : Math.max(0, call - first) + (slowdown - 1) * Math.min(call, first);
/** The longest call that exposes so many seconds; null where any call does. */
const longestOf = (first, slowdown, exposed) => {
  if (slowdown === null) return first < 1 ? exposed / (1 - first) : null;
  const added = slowdown - 1;
  return exposed < added * first ? exposed / added : exposed + (1 - added) * first;
};
const power10 = (exponent) => Number(`1e${exponent}`);
/** A derived limit in few digits, rounded to the side that is harder to meet. */
const tightened = (limit, count, atMost) => {
  if (!Number.isFinite(limit)) return limit;
  const shift = count - 1 - (limit ? Math.floor(Math.log10(Math.abs(limit))) : 0);
  const up = power10(Math.max(shift, 0)), down = power10(Math.max(-shift, 0));
  const scaled = limit * up / down, nearest = Math.round(scaled);
  const near = Math.abs(scaled - nearest) <= NEAR * Math.abs(nearest);
  return (near ? nearest : atMost ? Math.floor(scaled) : Math.ceil(scaled)) / up * down;
};

/** Every figure of the table for one set of numbers. */
const worked = (model, ends) => {
  const found = evaluation(model, ends);
  const known = new Map();
  const timeOf = (end, n) => {
    let sizes = known.get(end);
    if (!sizes) known.set(end, sizes = new Map());
    let time = sizes.get(n);
    if (time === undefined) sizes.set(n, time = found.seconds(end, n));
    return time;
  };
  const timed = [];
  const both = (call) => {
    if (timed[call]) return timed[call];
    const { n, calls, ends: [low, high] } = model.calls[call];
    return timed[call] = [calls * timeOf(low, n), calls * timeOf(high, n)];
  };
  const operations = model.operations.map((op) => {
    const hidden = op.hidden.map((value) => found.values[value]);
    const slowdown = op.slowdown ? op.slowdown.map((value) => found.values[value]) : [null, null];
    const hides = hidden[0] > 0;
    const uses = op.uses.map((use) => {
      const call = hides && use.count ? use.computing ?? use.usual : use.usual;
      return { call, count: use.count, missing: hides && use.count > 0 && use.computing === undefined };
    });
    return { op, hidden, slowdown, hides, uses, time: both(op.own), bound: found.bound(op.bound) };
  });
  const stages = Math.max(1, ...operations.map(({ uses }) => uses.length));
  const exposedIn = ({ op, hidden, slowdown, uses }, use, side) => {
    const { call, count } = uses[use];
    if (!count) return 0;
    const calls = model.calls[call].calls;
    return count * calls * exposedOf(hidden[side], slowdown[side], both(call)[side] / calls);
  };
  const alike = ({ op, uses }) => uses.length < 2 || new Set(uses.map(({ count }, k) => `${count} ${model.calls[op.uses[k].usual].n}`)).size < 2;
  const staged = Array.from({ length: stages }, (_, stage) => sum(
    operations.filter((one) => !alike(one)).map((one) => exposedIn(one, stage, 1)),
  ));
  const stage = staged.indexOf(Math.max(...staged));
  const sums = {};
  for (const one of operations) {
    const use = one.uses.length > 1 ? stage : 0, { call, count } = one.uses[use];
    one.call = call;
    one.count = count;
    one.inStep = both(call);
    one.total = one.inStep.map((time) => count * time);
    one.exposed = [0, 1].map((side) => exposedIn(one, use, side));
    const step = sums[one.op.step] ??= { total: [0, 0], exposed: [0, 0] };
    for (const key of ["total", "exposed"]) step[key] = step[key].map((value, side) => value + one[key][side]);
  }
  const result = { ...found, operations, sums, stage, both, timeOf, missing: operations.filter((one) => one.uses.some((use) => use.missing)) };
  result.budget = model.budget ? closed(model, result) : null;
  return result;
};

/** Shares of the budget: those stated; what is left in proportion to the middles of the estimates, where it says so. */
const sharesOf = ({ allowed, shares, proportional }, operations) => {
  const left = allowed - sum(Object.values(shares));
  const rest = operations.filter(({ op, count }) => count && !(op.id in shares));
  const middles = rest.map(({ exposed }) => (exposed[0] + exposed[1]) / 2), whole = sum(middles);
  if (!proportional || !whole) return { ...shares };
  return { ...shares, ...Object.fromEntries(rest.map(({ op }, k) => [op.id, left * middles[k] / whole])) };
};

/** The step with every must just met, at even load and at the full skew. */
const closed = (model, result) => {
  const { budget } = model, { values, timeOf } = result;
  const main = result.operations.filter(({ op }) => op.step === model.main);
  const shares = sharesOf(budget, main);
  const rows = {};
  for (const one of main) {
    const told = one.op.budget;
    if (!told || !(one.count || one.op.id in shares)) continue;
    const { n, calls, ends, even } = model.calls[one.call], share = shares[one.op.id];
    const [first, slowdown] = told.hidden === undefined ? [one.hidden[1], one.slowdown[1]] : [told.hidden, null];
    const out = told.out, bytes = n;
    const sync = out.sync === undefined ? 0 : values[out.sync], slow = out.reorder === undefined ? 0 : values[out.reorder];
    const plans = model.plans[model.ends[even].plans[0]], full = model.plans[model.ends[ends[1]].plans[0]];
    const skews = out.padded
      ? out.padded.slice(1).map((end) => values[model.plans[model.ends[end].plans[0]].skew]) : [values[plans.skew], values[full.skew]];
    const reorder = (skew) => out.passes * skew * bytes * slow;
    const leftOut = skews.map((skew, at) => {
      if (!out.padded) return sync + reorder(skew);
      const padding = values[out.padding], padded = timeOf(out.padded[0], n), plain = timeOf(out.padded[at + 1], n);
      return sync + reorder(padding) + padded - plain - (reorder(padding) - reorder(skew));
    });
    const conservative = [out.padded ? timeOf(ends[1], n) : timeOf(even, n), timeOf(ends[1], n)];
    const allowedCall = (at) => {
      if (share === undefined || !one.count) return null;
      const longest = longestOf(one.hidden[1], one.slowdown[1], share / (one.count * calls));
      return longest === null ? null : longest - leftOut[at];
    };
    const secondsOf = (limit, at) => {
      if (limit.budget) return tightened((allowedCall(at) ?? NaN) * limit.factor, budget.digits, true) * (1 + limit.tolerance);
      if (limit.call === undefined) return limit.s;
      const [low, high] = result.both(limit.call), time = limit.at === 0 ? low : limit.at === 1 ? high : low + limit.at * (high - low);
      if (!limit.rate) return tightened(time * limit.factor, budget.digits, true) * (1 + limit.tolerance);
      return limit.rate / (tightened(limit.rate / time * limit.factor, budget.digits, false) * (1 - limit.tolerance));
    };
    const sides = [0, 1].map((at) => {
      const holds = ({ skew, uneven }) => (skew === undefined || skew === skews[at]) && !(uneven && skews[at] === 1);
      const least = told.limits[one.hides ? 1 : 0][at].filter(holds).map((limit) => ({ id: limit.id, seconds: secondsOf(limit, at) }))
        .filter((limit) => !Number.isNaN(limit.seconds))
        .reduce((best, limit) => !best || limit.seconds < best.seconds ? limit : best, null);
      let taken = least ? least.seconds + leftOut[at] : conservative[at];
      if (n * calls < told.n) taken = Math.min(taken, conservative[at]);
      return { limit: least, allowed: allowedCall(at), exposed: one.count * calls * exposedOf(first, slowdown, taken) };
    });
    rows[one.op.id] = { ends: one.exposed, share, calls: one.count * calls, even: sides[0], full: sides[1] };
  }
  const met = ["even", "full"].map((side) => sum(Object.values(rows).map((row) => row[side].exposed)));
  const low = result.sums[model.main]?.exposed[0] ?? 0, held = budget.allowed * (1 + NEAR);
  return { allowed: budget.allowed, rows, met, closes: low > held ? "never" : met[1] <= held ? "yes" : "no" };
};
