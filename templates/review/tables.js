// Tables: sorting, filters and search, and which columns are shown. The page is complete without.

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
    onPress(button, () => sortBy(table, head));
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
  for (const chip of chips) onPress(chip, () => press(chip));
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

// Columns: each but the first can be left out; the choice is kept with the page. A hidden column is not printed away.
const columns = (table) => {
  const heads = [...table.tHead.rows[0].cells], key = `commspec.columns.${table.id}`;
  const hidden = new Set(JSON.parse(storage.get(key) ?? "[]").filter?.((at) => Number.isInteger(at) && at > 0 && at < heads.length) ?? []);
  const show = () => {
    const off = (at) => hidden.has(at);
    for (const row of [table.tHead.rows[0], ...table.tBodies[0].rows]) [...row.cells].forEach((cell, at) => cell.classList.toggle("off", off(at)));
    all("col", table).forEach((col, at) => col.classList.toggle("off", off(at)));
    for (const row of table.tFoot?.rows ?? []) {
      let at = 0;
      for (const cell of row.cells) {
        const whole = Number(cell.dataset.span ??= cell.colSpan);
        const left = Array.from({ length: whole }, (_, k) => at + k).filter((k) => !off(k)).length;
        cell.classList.toggle("off", !left);
        cell.colSpan = left || 1;
        at += whole;
      }
    }
  };
  const choice = (head, at) => {
    const box = make("input", { type: "checkbox", checked: !hidden.has(at) });
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(at); else hidden.add(at);
      storage.set(key, hidden.size ? JSON.stringify([...hidden]) : null);
      show();
    });
    return make("label", {}, box, ` ${head.dataset.name ?? head.textContent.trim()}`);
  };
  const boxes = heads.map((head, at) => at ? choice(head, at) : null).filter(Boolean);
  show();
  return make("details", { class: "columns" }, make("summary", {}, word("review.columns")), make("div", { class: "choices" }, ...boxes));
};
for (const tools of all("[data-columns]")) {
  const table = document.getElementById(tools.dataset.columns);
  if (table) tools.append(columns(table));
}
