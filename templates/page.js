"use strict";
// Enhances a page that is complete without it: sorting, filters, search, links to items, what-if.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const data = (id) => {
    const holder = document.getElementById(id);
    try { return holder ? JSON.parse(holder.textContent) : {}; } catch { return {}; }
  };
  const make = (tag, attributes, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };
  const words = {
    lang: document.documentElement.lang || "en", copy: "Copy link", copied: "Copied",
    shown: "{n} / {all}", spec: "spec {t}", reset: "Reset", ...data("page-words"),
  };
  const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  // Sorting: th[data-s=n] by the number in data-k (missing last), th[data-s=t] by text.
  const collator = new Intl.Collator(words.lang, { numeric: true });
  const comparer = (column, numeric, sign) => {
    const cell = (row) => row.cells[column];
    const number = (row) => parseFloat(cell(row)?.dataset.k ?? "NaN");
    const text = (row) => cell(row)?.dataset.k ?? cell(row)?.textContent.trim() ?? "";
    if (!numeric) return (a, b) => sign * collator.compare(text(a), text(b));
    return (a, b) => {
      const x = number(a), y = number(b);
      return Number.isNaN(x) || Number.isNaN(y) ? Number.isNaN(x) - Number.isNaN(y) : sign * (x - y);
    };
  };
  const sortBy = (table, head) => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    all("th[aria-sort]", table).forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const compare = comparer(head.cellIndex, head.dataset.s === "n", up ? 1 : -1);
    for (const body of table.tBodies) body.append(...[...body.rows].sort(compare));
  };
  for (const table of all("table[data-sortable]")) {
    for (const head of all("th[data-s]", table)) {
      const button = make("button", { type: "button", class: "sort" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sortBy(table, head));
    }
  }

  // What scrolls sideways can be reached with the keyboard.
  const reachable = () => all(".wrap,.over,.figscroll,pre").forEach((box) => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; else box.removeAttribute("tabindex");
  });
  addEventListener("resize", reachable);
  reachable();

  // Filters and search. Chips of one kind are alternatives, different kinds combine; every search word must occur.
  const plain = (text) => text.normalize("NFKC").toLowerCase();
  const found = new Map();
  const textOf = (item) => {
    if (!found.has(item)) found.set(item, plain(`${item.id} ${item.textContent} ${item.dataset.find ?? ""}`));
    return found.get(item);
  };
  const fits = (held = "", wanted) => wanted.startsWith(">")
    ? parseFloat(held) > parseFloat(wanted.slice(1)) : held.split(" ").includes(wanted);
  const setUp = (tools) => {
    const items = all(tools.dataset.tools).flatMap((place) => all("[data-item]", place));
    const search = tools.querySelector("[data-search]"), count = tools.querySelector("[data-count]");
    const chips = all("[data-f]", tools);
    const chosen = {};
    for (const chip of chips) chosen[chip.dataset.f] = new Set();
    const show = () => {
      const terms = plain(search?.value ?? "").split(/\s+/).filter(Boolean);
      const kinds = Object.entries(chosen).filter(([, values]) => values.size);
      let shown = 0;
      for (const item of items) {
        const fit = kinds.every(([kind, values]) => [...values].some((value) => fits(item.dataset[kind], value)))
          && terms.every((term) => textOf(item).includes(term));
        item.hidden = !fit;
        shown += fit;
      }
      for (const chip of chips) {
        const values = chosen[chip.dataset.f];
        chip.setAttribute("aria-pressed", chip.dataset.v ? values.has(chip.dataset.v) : !values.size);
      }
      if (count) count.textContent = fill(words.shown, { n: shown, all: items.length });
    };
    const press = ({ dataset: { f, v } }) => {
      if (!v) chosen[f].clear();
      else if (!chosen[f].delete(v)) chosen[f].add(v);
      show();
    };
    for (const chip of chips) chip.addEventListener("click", () => press(chip));
    search?.addEventListener("input", show);
    tools.hidden = false;
    show();
    return () => {
      Object.values(chosen).forEach((values) => values.clear());
      if (search) search.value = "";
      show();
    };
  };
  const resets = all("[data-tools]").map(setUp);

  // Links to items: open what encloses the target, undo filters that hide it, mark it for a moment.
  const visit = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* a stray % is taken as it stands */ }
    const target = id && document.getElementById(id);
    if (!target) return;
    if (target.closest("[hidden]")) resets.forEach((reset) => reset());
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    for (const inner of all("details", target).slice(0, 1)) inner.open = true;
    target.scrollIntoView();
    all(".hit").forEach((earlier) => earlier.classList.remove("hit"));
    target.classList.add("hit");
    setTimeout(() => target.classList.remove("hit"), 2000);
  };
  const copy = async (button, id) => {
    const link = new URL(`#${encodeURIComponent(id)}`, location.href).href;
    try { await navigator.clipboard.writeText(link); } catch { location.hash = id; }
    button.textContent = words.copied;
    setTimeout(() => { button.textContent = words.copy; }, 1500);
  };
  for (const place of all("[data-item][id] [data-link]")) {
    const button = make("button", { type: "button", class: "copy" }, words.copy);
    button.addEventListener("click", () => copy(button, place.closest("[data-item]").id));
    place.append(button);
  }
  addEventListener("hashchange", visit);
  visit();

  // What-if: T = calls * (max(sum of phases' largest rows, whole-call rows) + extra), row = sum of c * theta * n^power;
  // of several plans the fastest counts.
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const seconds = (op, end, scale) => Math.min(...[end, ...(end.others ?? [])].map((plan) => byPlan(op, plan, scale)));
  const byPlan = (op, end, scale) => {
    const theta = end.theta.map((value, k) => scale(value, end.rule[k]));
    const dot = (row, values) => sum(row.map((c, k) => c * values[k]));
    const peak = (rows, values) => Math.max(0, ...rows.map((row) => dot(row, values)));
    const total = ({ theta, rule, phases }) => {
      const values = theta.map((value, k) => scale(value, rule[k]));
      return sum(phases.map((rows) => peak(rows, values)));
    };
    if (end.knee) {
      const k = scale(end.knee.k, end.knee.rule);
      theta[end.knee.column] = k * Math.sqrt(total(end.knee.a) * total(end.knee.x));
    }
    const weighted = theta.map((value, k) => value * op.n ** end.power[k]);
    const phases = sum(end.phases.map((rows) => peak(rows, weighted)));
    return op.calls * (Math.max(phases, peak(end.whole, weighted)) + dot(end.extra, weighted));
  };
  // Not hidden in a step, T being that of all calls: a share of each call, or what does not fit beside its window.
  const exposed = (op, k, t) => {
    const call = op.under[k] * t / op.calls, { share, window, slowdown } = op.hidden[k];
    const left = window === undefined
      ? call * (1 - share) : Math.max(0, call - window) + (slowdown - 1) * Math.min(call, window);
    return op.count * op.calls * left;
  };
  const scaled = (value, steps) => {
    const [factor, unit] = steps.find(([least]) => value >= least * 0.99995) ?? steps[steps.length - 1];
    return `${Number((value / factor).toPrecision(4))}\u00a0${unit}`;
  };
  const shown = {
    time: (t) => scaled(t, [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]]),
    bandwidth: (b) => scaled(b, [[1e12, "TB/s"], [1e9, "GB/s"], [1e6, "MB/s"], [1, "B/s"]]),
    factor: (x) => `${Number(x.toPrecision(4))}\u00d7`,
  };
  const whatIf = (section, { sliders, ops }) => {
    const choice = section.querySelector("[data-op]");
    const result = section.querySelector("[data-result]"), step = section.querySelector("[data-step]");
    const inputs = sliders.map((slider) => {
      const label = make("label", {}, `${slider.label} `);
      const value = make("output", {});
      const range = make("input", { type: "range", min: -100, max: 100, step: 1, value: 0, "aria-label": slider.label });
      label.append(value, range);
      section.querySelector("[data-sliders]").append(label);
      range.addEventListener("input", () => update());
      return { range, value };
    });
    const ends = (op, scale) => op.ends.map((end) => seconds(op, end, scale));
    const put = (place, now, before) => {
      const moved = now.some((t, k) => Math.abs(t - before[k]) > 1e-9 * before[k]);
      const text = (pair) => `${shown.time(pair[0])} – ${shown.time(pair[1])}`;
      place.textContent = text(now) + (moved ? ` (${fill(words.spec, { t: text(before) })})` : "");
      [place.dataset.low, place.dataset.high] = now;
    };
    const stepOf = (scale) => [0, 1].map((k) => sum(ops.map((op) => op.count && exposed(op, k, ends(op, scale)[k]))));
    const same = (value) => value;
    const asSpec = stepOf(same);
    const update = () => {
      const factors = inputs.map(({ range }) => 4 ** (range.value / 100));
      const scale = (value, k) => k < 0 ? value : sliders[k].kind === "bandwidth" ? value / factors[k] : value * factors[k];
      inputs.forEach(({ value, range }, k) => {
        value.textContent = shown[sliders[k].kind](sliders[k].value * factors[k]);
        range.setAttribute("aria-valuetext", value.textContent);
      });
      const op = ops.find(({ id }) => id === choice.value) ?? ops[0];
      put(result, ends(op, scale), ends(op, same));
      if (step) put(step, stepOf(scale), asSpec);
    };
    choice.append(...ops.map((op) => make("option", { value: op.id }, op.name)));
    choice.addEventListener("change", update);
    section.querySelector("[data-reset]")?.addEventListener("click", () => {
      inputs.forEach(({ range }) => { range.value = 0; });
      update();
    });
    if (step) step.parentElement.hidden = !asSpec[1];
    section.hidden = false;
    update();
  };
  const section = document.getElementById("whatif"), forms = data("forms");
  if (section && forms.ops?.length) whatIf(section, forms);
})();
