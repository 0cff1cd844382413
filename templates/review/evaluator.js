// Times of calls from the page's model: every parameter is the largest of its products of the spec's numbers, and
// T = calls * min over plans of (max(sum over phases of their largest row, whole-call rows) + extra).
const TIE = 1e-9;

// What of the model depends on no number, as flat arrays: the rows of a form by their coefficients that are not 0.
const compact = (form) => {
  const start = [0], column = [], number = [], slot = [];
  for (const row of form.rows) {
    row.forEach((coefficient, k) => {
      if (!coefficient) return;
      column.push(k);
      number.push(coefficient);
      slot.push(form.power[k] * 2);
    });
    start.push(column.length);
  }
  return {
    count: form.rows.length, start: Int32Array.from(start), column: Int32Array.from(column), number: Float64Array.from(number),
    slot: Int8Array.from(slot), by: Int8Array.from(form.by), phases: Int32Array.from(form.phases),
    knee: form.by.indexOf(5) < 0 ? 0 : form.rows[form.rows.length - 1][form.by.indexOf(5)],
  };
};
/** Forms, plans with their places in one array of lines, and the sums that knees are made of, each once. */
const compiled = (model) => {
  if (model.compiled) return model.compiled;
  const sums = [], known = new Map();
  const sumAt = ([form, theta]) => {
    const key = `${form} ${theta}`;
    if (!known.has(key)) known.set(key, sums.push({ form, theta }) - 1);
    return known.get(key);
  };
  let size = 0;
  const plans = model.plans.map((plan) => {
    if (plan.most !== undefined) return plan;
    const found = { ...plan, at: size, a: sumAt(plan.a), x: sumAt(plan.x) };
    size += model.forms[plan.f].rows.length * 3;
    return found;
  });
  const halves = model.ends.map(({ half }) => [sumAt(half.a), sumAt(half.x)]);
  const widest = Math.max(1, ...model.forms.map(({ keys }) => keys.length));
  const tallest = Math.max(1, ...model.forms.map(({ rows }) => rows.length));
  return model.compiled = { forms: model.forms.map(compact), plans, sums, halves, size, widest, tallest };
};

/** Evaluates the model for one set of numbers; `ends[place]` is [optimistic, conservative] in SI. */
const evaluation = (model, ends) => {
  const { forms, plans, sums, halves, size, widest, tallest } = compiled(model);
  const values = Float64Array.from(model.values, (products) => {
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
  const all_ = new Float64Array(size), weight = new Float64Array(widest), scratch = new Float64Array(tallest * 3);
  const made = [], summed_ = [], done = new Uint8Array(plans.length), knees = new Float64Array(plans.length);

  // Per row of a form: what it costs in all, a root of a byte, and a byte; the knee apart, as it needs the other sums.
  const fill_ = (form, theta, balance, into, from, apart = 5) => {
    const { count, start, column, number, slot, by } = forms[form];
    for (let k = 0; k < theta.length; k += 1) weight[k] = by[k] === 5 || by[k] === apart ? 0 : values[theta[k]] * balance[by[k]];
    for (let row = 0; row < count; row += 1) {
      const at = from + row * 3;
      into[at] = into[at + 1] = into[at + 2] = 0;
      for (let k = start[row]; k < start[row + 1]; k += 1) into[at + slot[k]] += number[k] * weight[column[k]];
    }
  };
  const lines = (form, theta, balance, apart) => {
    const found = new Float64Array(forms[form].count * 3);
    fill_(form, theta, balance, found, 0, apart);
    return found;
  };
  const EVEN = [1, 1, 1, 1, 1, 0];
  const summed = (form, found) => {
    let total = 0, at = 0;
    for (const count of forms[form].phases) {
      let most = 0;
      for (let k = 0; k < count; k += 1, at += 3) most = Math.max(most, found[at] + found[at + 1] + found[at + 2]);
      total += most;
    }
    return total;
  };
  const sumOf = (number) => {
    if (summed_[number] !== undefined) return summed_[number];
    const { form, theta } = sums[number];
    fill_(form, theta, EVEN, scratch, 0);
    return summed_[number] = summed(form, scratch);
  };
  const own = new Float64Array(6);
  const balanceOf = (plan, into = own) => {
    const skew = values[plan.skew];
    into[0] = 1;
    into[1] = skew;
    into[2] = values[plan.node];
    into[3] = Math.sqrt(skew);
    into[4] = plan.passes * skew;
    return into;
  };
  const joined = ([fixed, rising, falling], k) => fixed.map((value, at) => value + k * rising[at] + falling[at] / k);
  const knee = (plan, a, x) => values[plan.k] ? values[plan.k] * Math.sqrt(a * x * values[plan.skew]) : 0;
  // The numbers put into a plan that is not cut: its lines are in place then, and so is the knee of its last row.
  const put = (number) => {
    if (done[number]) return;
    const plan = plans[number];
    fill_(plan.f, plan.t, balanceOf(plan), all_, plan.at);
    knees[number] = values[plan.k] ? knee(plan, sumOf(plan.a), sumOf(plan.x)) : 0;
    done[number] = 1;
  };
  const cutOf = (number) => {
    if (made[number]) return made[number];
    const plan = plans[number];
    return made[number] = segmented(plan, balanceOf(plan, new Float64Array(6)));
  };
  // Of a plan cut into segments the roots are apart too: the square root of their bytes is no sum of parts.
  const segmented = (plan, balance) => {
    const parts = plan.f.map((form) => lines(form, plan.t, balance, 3)), { by } = model.forms[plan.f[0]];
    const startUp = [plan.a, plan.x].map(([three, theta]) => [three[0], three.map((form) => lines(form, theta, EVEN))]);
    const [fixed, rising, falling] = plan.f.map((form) => model.forms[form].rows), last = fixed.length - 1;
    return (k) => {
      const [a, x] = startUp.map(([form, found]) => summed(form, joined(found, k)));
      const rows = (row, column) => {
        const found = fixed[row][column] + k * rising[row][column] + falling[row][column] / k;
        return by[column] === 3 ? Math.sqrt(found) : found;
      };
      const found = joined(parts, k);
      by.forEach((kind, column) => {
        if (kind === 3) found[last * 3 + 1] += rows(last, column) * values[plan.t[column]] * balance[3];
      });
      return { form: plan.f[0], theta: plan.t, lines: found, at: 0, knee: knee(plan, a, x), rows, segments: k };
    };
  };
  const rowAt = ({ lines: found, at: from }, at, n, root) => {
    const place = from + at * 3;
    return found[place] + found[place + 1] * root + found[place + 2] * n;
  };
  const timeBy = ({ phases, count, knee: taken }, rows, from, ownKnee, n) => {
    const root = Math.sqrt(n), last = from + (count - 1) * 3;
    let core = 0, at = from;
    for (let phase = 0; phase < phases.length; phase += 1) {
      let most = -1;
      for (const stop = at + phases[phase] * 3; at < stop; at += 3) {
        const row = rows[at] + rows[at + 1] * root + rows[at + 2] * n;
        if (row > most) most = row;
      }
      core += most;
    }
    for (; at < last; at += 3) {
      const row = rows[at] + rows[at + 1] * root + rows[at + 2] * n;
      if (row > core) core = row;
    }
    return core + rows[last] + rows[last + 1] * root + rows[last + 2] * n + taken * ownKnee * root;
  };
  const byPlan = (plan, n) => timeBy(forms[plan.form], plan.lines, plan.at, plan.knee, n);
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
    const plan = plans[number];
    if (plan.most !== undefined) {
      const cut = cutOf(number);
      return cut(segments(cut, n, plan.most));
    }
    put(number);
    return { form: plan.f, theta: plan.t, lines: all_, at: plan.at, knee: knees[number] };
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
  const seconds = (end, n) => {
    const { plans: listed } = model.ends[end];
    let least = Infinity;
    for (let k = 0; k < listed.length; k += 1) {
      const number = listed[k], plan = plans[number];
      let time;
      if (plan.most === undefined) {
        put(number);
        time = timeBy(forms[plan.f], all_, plan.at, knees[number], n);
      } else time = byPlan(settled(number, n), n);
      if (time < least) least = time;
    }
    return least;
  };

  /** Rows in force of the fastest plan: seconds by parameter (they sum to the time), and what limits each phase. */
  const inForce = (end, n) => {
    const { plan, number, seconds: total } = fastest(end, n);
    const form = model.forms[plan.form], { keys, power, by, rows, phases, limits } = form, root = Math.sqrt(n);
    const balance = balanceOf(plans[number], new Float64Array(6));
    const theta = plan.theta.map((value, k) => by[k] === 5 ? plan.knee : values[value] * balance[by[k]]);
    const weighted = theta.map((value, k) => value * (power[k] === 1 ? n : power[k] === 0.5 ? root : 1));
    const isCut = (at) => limits[at].startsWith("cut.");
    // Where the lines are joined from parts, so are the coefficients: what they multiply is known row by row.
    const leading = (from, count) => {
      let best = from;
      for (let at = from + 1; at < from + count; at += 1)
        if (rowAt(plan, at, n, root) > rowAt(plan, best, n, root)) best = at;
      let named = best;
      for (let at = from + count - 1; at >= from; at -= 1)
        if (isCut(at) && rowAt(plan, at, n, root) >= rowAt(plan, best, n, root) * (1 - TIE) && !isCut(best)) named = at;
      return [best, named];
    };
    let at = 0, core = 0, chosen = [], named = [];
    for (const count of phases) {
      const [best, shown] = leading(at, count);
      chosen.push(best);
      named.push(shown);
      core += rowAt(plan, best, n, root);
      at += count;
    }
    const wholes = rows.length - 1 - at;
    if (wholes > 0) {
      const [best, shown] = leading(at, wholes), peak = rowAt(plan, best, n, root);
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
    const [start, slope] = halves[end].map(sumOf);
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
