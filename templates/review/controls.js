// The panel: sliders of the assumptions that move most, every number as a field, undo, redo, reset, link and overlay.
const GROUPS = 8;
const ENDS = ["review.optimistic", "review.conservative"];
const badge = (basis) => make("span", { class: `b ${basis}` }, word(`basis.${basis}`));
const MOST_ABSOLUTE = { skew: 4, node_skew: 4, padding: 8, oversubscription: 8 };
const tailOf = (of) => of.slice(of.lastIndexOf(".") + 1);

/** How a slider moves the numbers of one assumption: by a factor, or its conservative end from one bound to another. */
const sliderOf = (model, state, group) => {
  const [first] = group.places, place = model.places[first], quantityName = tailOf(group.of);
  const absolute = place.kind === "ratio" && (place.least !== undefined || place.most !== undefined);
  if (!absolute) {
    return {
      attributes: { min: -100, max: 100, step: 1 },
      pairs: (value) => group.places.map((at) => [at, model.places[at].ends.map((end) => held(model.places[at], end * 4 ** (value / 100)))]),
      value: () => {
        const end = model.places[first].ends[1], now = state.endsAt(first)[1];
        return end && now ? Math.round(100 * Math.log(now / end) / Math.log(4)) : 0;
      },
    };
  }
  const low = place.least ?? 0, high = place.most ?? Math.max(MOST_ABSOLUTE[quantityName] ?? 4, 2 * place.ends[1]);
  const at = (value) => held(place, low + (high - low) * value / 200);
  const other = (place_, end) => place_.falls ? Math.max(place_.ends[0], end) : Math.min(place_.ends[0], end);
  return {
    attributes: { min: 0, max: 200, step: 1 },
    // Back at the document's own place the slider means the document's number to the last digit.
    pairs: (value) => group.places.map((each) => {
      const own = model.places[each], end = value === Math.round(200 * (own.ends[1] - low) / (high - low)) ? own.ends[1] : at(value);
      return [each, [other(own, end), end]];
    }),
    value: () => Math.round(200 * (state.endsAt(first)[1] - low) / (high - low)),
  };
};

const panel = (model, labels, state, root) => {
  const groups = labels.groups.map(([of, name, places]) => ({ of, name, places }));
  const status = root.querySelector("[data-status]"), notices = root.querySelector("[data-notices]");
  const notice = (texts) => notices.replaceChildren(...texts.map((text) => make("p", {}, text)));
  const valueText = (at, side) => quantity(state.endsAt(at)[side], model.places[at].kind, 6);
  const pairText = (at) => span(...state.endsAt(at), model.places[at].kind);

  const slider = (group) => {
    const moves = sliderOf(model, state, group), output = make("output", {});
    const range = make("input", { type: "range", ...moves.attributes, "aria-label": group.name });
    const update = () => {
      const text = pairText(group.places[0]);
      range.value = moves.value();
      output.textContent = text;
      range.setAttribute("aria-valuetext", text);
    };
    range.addEventListener("input", () => {
      const pairs = moves.pairs(Number(range.value)), bad = pairs.find(([at, ends]) => refusal(model.places[at], ends));
      if (bad) update(); else state.set(pairs, group.of);
    });
    range.addEventListener("change", () => state.settle());
    state.listen(update);
    update();
    return make("label", { "data-assumption": group.of }, `${group.name} `, output, range);
  };
  root.querySelector("[data-sliders]").append(...groups.slice(0, GROUPS).map(slider));

  const field = (at, side, name) => {
    const place = model.places[at], ends = word(ENDS[side]);
    const input = make("input", {
      type: "text", "aria-label": `${name} ${place.condition ?? ""} ${ends}`, "data-place": place.path, "data-side": side,
      spellcheck: "false", autocomplete: "off",
    });
    const update = () => { if (document.activeElement !== input) input.value = valueText(at, side); };
    const commit = () => {
      const value = parsed(input.value, place.kind), now = [...state.endsAt(at)];
      if (input.value === valueText(at, side)) { input.removeAttribute("aria-invalid"); return; }
      now[side] = value === null ? NaN : held(place, value);
      if (place.single) now.fill(now[side]);
      const why = refusal(place, now);
      input.toggleAttribute("aria-invalid", why !== null);
      if (why) { input.setAttribute("aria-invalid", "true"); notice([`${name}: ${word(...why)}`]); return; }
      notice([]);
      state.set([[at, now]]);
      input.value = valueText(at, side);
    };
    input.addEventListener("change", commit);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") commit();
      if (event.key === "Escape") { input.removeAttribute("aria-invalid"); notice([]); input.value = valueText(at, side); }
    });
    state.listen(() => { input.removeAttribute("aria-invalid"); update(); input.classList.toggle("moved", state.changed(at)); });
    update();
    return input;
  };
  const numbers = root.querySelector("[data-numbers]");
  const fill_ = () => {
    const rows = groups.flatMap(({ name, places }) => places.map((at) => {
      const place = model.places[at];
      const both = ENDS.map((end, side) => make("td", { "data-l": word(end) }, place.single && side ? NONE : field(at, side, name)));
      return make("tr", { "data-find": plain(`${name} ${place.path} ${labels.conditions[place.condition] ?? ""}`) },
        make("th", { scope: "row" }, name, make("small", { class: "mono" }, place.path)),
        make("td", { "data-l": word("review.condition") }, labels.conditions[place.condition] ?? place.condition ?? NONE), ...both,
        make("td", { "data-l": word("review.source") }, badge(place.basis), " ", labels.sources[place.source] ?? ""));
    }));
    const search = make("input", { type: "search", "aria-label": word("review.find"), placeholder: word("review.find") });
    search.addEventListener("input", () => {
      const terms = plain(search.value).split(/\s+/).filter(Boolean);
      for (const row of rows) row.hidden = !terms.every((term) => row.dataset.find.includes(term));
    });
    const head = ["review.number", "review.condition", "review.optimistic", "review.conservative", "review.source"]
      .map((name) => make("th", { scope: "col" }, word(name)));
    const table = make("table", { class: "stack" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
    numbers.append(search, make("div", { class: "wrap" }, table));
  };
  // Made when they are first looked at: a page has hundreds of them.
  const once = () => { if (numbers.children.length === 1) fill_(); };
  onPress(numbers.querySelector("summary"), once);
  numbers.addEventListener("toggle", once);

  const button = (name, action) => { const found = root.querySelector(`[data-do=${name}]`); onPress(found, () => action(found)); return found; };
  const undo = button("undo", state.undo), redo = button("redo", state.redo), reset = button("reset", state.reset);
  button("link", (at) => copy(at, linkOf(model, state)));
  button("export", () => download(`${model.of[0]}-${model.of[1]}-whatif.yaml`, "application/yaml", overlayOf(model, state)));
  state.listen(() => {
    undo.disabled = !state.canUndo();
    redo.disabled = !state.canRedo();
    reset.disabled = !state.get().size;
  });
  // One undo key for the whole panel, but where a text field has its own.
  root.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.type === "text" || event.target.type === "search") return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) { event.preventDefault(); state.undo(); }
    if (key === "y" || (key === "z" && event.shiftKey)) { event.preventDefault(); state.redo(); }
  });
  return { status, notice };
};
