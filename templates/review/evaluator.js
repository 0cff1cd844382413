// Times of calls from the page's model: every parameter is the largest of its products of the spec's numbers, and
// T = calls * min over plans of (max(sum over phases of their largest row, whole-call rows) + extra).
const TIE = 1e-9;

/** Evaluates the model for one set of numbers; `ends[place]` is [optimistic, conservative] in SI. */
const evaluation = (model, ends) => {
  const values = model.values.map((products) => {
    let most = 0;
    for (const product of products) {
      let found = product[0];
      for (let k = 1; k < product.length; k += 3) {
        const number = ends[product[k]][product[k + 1]], power = product[k + 2];
        found *= power === 1 ? number : power === -1 ? 1 / number : number ** power;
      }
      if (found > most) most = found;
    }
    return most;
  });
  const made = [], balances = [];

  // Per row of a form: what it costs in all, a root of a byte, and a byte; the knee apart, as it needs the other sums.
  const lines = (form, theta, balance, apart = 5) => {
    const { rows, power, by } = model.forms[form];
    const weighted = theta.map((value, k) => by[k] === 5 || by[k] === apart ? 0 : values[value] * balance[by[k]]);
    const found = new Float64Array(rows.length * 3);
    rows.forEach((row, at) => {
      for (let k = 0; k < row.length; k += 1) if (row[k]) found[at * 3 + power[k] * 2] += row[k] * weighted[k];
    });
    return found;
  };
  const EVEN = [1, 1, 1, 1, 1, 0];
  const summed = (form, found) => {
    let total = 0, at = 0;
    for (const count of model.forms[form].phases) {
      let most = 0;
      for (let k = 0; k < count; k += 1, at += 1) most = Math.max(most, found[at * 3] + found[at * 3 + 1] + found[at * 3 + 2]);
      total += most;
    }
    return total;
  };
  const balanceOf = (plan) => {
    const skew = values[plan.skew];
    return [1, skew, values[plan.node], Math.sqrt(skew), plan.passes * skew, 0];
  };
  const joined = ([fixed, rising, falling], k) => fixed.map((value, at) => value + k * rising[at] + falling[at] / k);
  const knee = (plan, a, x) => values[plan.k] ? values[plan.k] * Math.sqrt(a * x * values[plan.skew]) : 0;
  // A plan with its numbers put in: form, lines, and the knee that its last row takes.
  const ready = (number) => {
    if (made[number]) return made[number];
    const plan = model.plans[number], balance = balances[number] = balanceOf(plan);
    if (plan.most === undefined) {
      const sums = [plan.a, plan.x].map(([form, theta]) => summed(form, lines(form, theta, EVEN)));
      return made[number] = { form: plan.f, theta: plan.t, lines: lines(plan.f, plan.t, balance), knee: knee(plan, ...sums) };
    }
    // Of a plan cut into segments the roots are apart too: the square root of their bytes is no sum of parts.
    const parts = plan.f.map((form) => lines(form, plan.t, balance, 3)), { by, rows: whole } = model.forms[plan.f[0]];
    const sums = [plan.a, plan.x].map(([forms, theta]) => [forms[0], forms.map((form) => lines(form, theta, EVEN))]);
    return made[number] = {
      cut: (k) => {
        const [a, x] = sums.map(([form, found]) => summed(form, joined(found, k)));
        const [fixed, rising, falling] = plan.f.map((form) => model.forms[form].rows);
        const rows = (row, column) => {
          const found = fixed[row][column] + k * rising[row][column] + falling[row][column] / k;
          return by[column] === 3 ? Math.sqrt(found) : found;
        };
        const made = joined(parts, k), last = whole.length - 1;
        by.forEach((kind, column) => {
          if (kind === 3) made[last * 3 + 1] += rows(last, column) * values[plan.t[column]] * balance[3];
        });
        return { form: plan.f[0], theta: plan.t, lines: made, knee: knee(plan, a, x), rows, segments: k };
      },
    };
  };
  const rowAt = (found, at, n, root) => found[at * 3] + found[at * 3 + 1] * root + found[at * 3 + 2] * n;
  const kneeOf = (plan, root) => {
    if (!plan.knee) return 0;
    const { by, rows } = model.forms[plan.form], column = by.indexOf(5);
    return column < 0 ? 0 : rows[rows.length - 1][column] * plan.knee * root;
  };
  const byPlan = (plan, n) => {
    const { phases, rows } = model.forms[plan.form], root = Math.sqrt(n);
    let core = 0, at = 0;
    for (const count of phases) {
      let most = rowAt(plan.lines, at, n, root);
      for (let k = 1; k < count; k += 1) most = Math.max(most, rowAt(plan.lines, at + k, n, root));
      core += most;
      at += count;
    }
    for (; at < rows.length - 1; at += 1) core = Math.max(core, rowAt(plan.lines, at, n, root));
    return core + rowAt(plan.lines, at, n, root) + kneeOf(plan, root);
  };
  // The least number of segments from which on the time does not fall; it falls, and then rises.
  const segments = (cut, n, most) => {
    const time = new Map();
    const at = (k) => time.get(k) ?? time.set(k, byPlan(cut(k), n)).get(k);
    const rising = (k) => at(k + 1) >= at(k);
    let high = 1;
    while (high < most && !rising(high)) high = Math.min(2 * high, most);
    let low = Math.floor(high / 2);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (rising(middle)) high = middle; else low = middle;
    }
    return high;
  };
  const settled = (number, n) => {
    const plan = ready(number);
    return plan.cut ? plan.cut(segments(plan.cut, n, model.plans[number].most)) : plan;
  };
  /** The fastest plan of an end for a call of n bytes, and its seconds. */
  const fastest = (end, n) => {
    let best = null;
    for (const number of model.ends[end].plans) {
      const plan = settled(number, n), seconds = byPlan(plan, n);
      if (!best || seconds < best.seconds) best = { plan, number, seconds };
    }
    return best;
  };
  const seconds = (end, n) => fastest(end, n).seconds;

  /** Rows in force of the fastest plan: seconds by parameter (they sum to the time), and what limits each phase. */
  const inForce = (end, n) => {
    const { plan, number, seconds: total } = fastest(end, n);
    const form = model.forms[plan.form], { keys, power, by, rows, phases, limits } = form, root = Math.sqrt(n);
    const balance = balances[number];
    const theta = plan.theta.map((value, k) => by[k] === 5 ? plan.knee : values[value] * balance[by[k]]);
    const weighted = theta.map((value, k) => value * (power[k] === 1 ? n : power[k] === 0.5 ? root : 1));
    const isCut = (at) => limits[at].startsWith("cut.");
    // Where the lines are joined from parts, so are the coefficients: what they multiply is known row by row.
    const leading = (from, count) => {
      let best = from;
      for (let at = from + 1; at < from + count; at += 1)
        if (rowAt(plan.lines, at, n, root) > rowAt(plan.lines, best, n, root)) best = at;
      let named = best;
      for (let at = from + count - 1; at >= from; at -= 1)
        if (isCut(at) && rowAt(plan.lines, at, n, root) >= rowAt(plan.lines, best, n, root) * (1 - TIE) && !isCut(best)) named = at;
      return [best, named];
    };
    let at = 0, core = 0, chosen = [], named = [];
    for (const count of phases) {
      const [best, shown] = leading(at, count);
      chosen.push(best);
      named.push(shown);
      core += rowAt(plan.lines, best, n, root);
      at += count;
    }
    const wholes = rows.length - 1 - at;
    if (wholes > 0) {
      const [best, shown] = leading(at, wholes), peak = rowAt(plan.lines, best, n, root);
      if (peak > core) chosen = [best];
      if (peak >= core * (1 - TIE) && peak > 0) named = [shown];
    }
    const rowsIn = [...chosen, rows.length - 1];
    const coefficient = (row, k) => plan.rows ? plan.rows(row, k) : rows[row][k];
    const parts = keys.map((key, k) => ({ plan: number,
      key, by: by[k], power: power[k], value: plan.theta[k], theta: theta[k],
      coefficient: rowsIn.reduce((sum, row) => sum + coefficient(row, k), 0),
    }));
    for (const [k, part] of parts.entries()) part.seconds = part.coefficient * weighted[k];
    return { parts, limits: named.map((row) => limits[row]), seconds: total, number };
  };
  const halfOf = (end, skew) => {
    const { a, x } = model.ends[end].half;
    const [start, slope] = [a, x].map(([form, theta]) => summed(form, lines(form, theta, EVEN)));
    return slope ? start / (slope * skew) : start ? Infinity : 0;
  };
  const carried = ({ c, v, sum, least }) => {
    if (v !== undefined) return c / values[v];
    const found = (sum ?? least).map(carried);
    return c * (sum ? found.reduce((total, value) => total + value, 0) : Math.min(...found));
  };
  const bound = ({ cuts, borders, s, held }) => Math.max(
    0, ...cuts.map((value) => values[value]), ...borders.map(({ moved, by }) => moved / carried(by)), held ? s : 0,
  );
  return { values, seconds, fastest, inForce, halfOf, bound };
};
