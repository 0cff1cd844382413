// Sections whose numbers are the document's whatever is changed on the page.
const AS_PRINTED = ["index", "requirements", "risks", "paths", "workload", "minimal", "figures", "algorithms"];
// Joins the parts: the model and its state, the panel, the page that follows, the explanations and the remarks.
const review = (model, labels) => {
  const root = document.getElementById("review");
  if (!root || !model.operations?.length) return null;
  const state = changes(model), paint = painter(model);
  const spec = worked(model, state.ends());
  root.hidden = false;
  const { status, notice } = panel(model, labels, state, root);
  const chosen = root.querySelector("[data-op]"), figures = root.querySelector("[data-figures]");
  chosen.append(...model.operations.filter(({ own }) => model.calls[own].n).map(({ id }) => make("option", { value: id }, labels.titles[id] ?? id)));
  let result = spec;
  const draw = () => {
    const drawing = state.get().size || figures.childElementCount;
    if (!drawing || !figures.closest("details").open) return;
    figures.replaceChildren(exposedFigure(result, spec, labels.titles),
      curveFigure(model, result, spec, chosen.value || model.operations[0].id, labels.titles[chosen.value] ?? chosen.value));
  };
  const say = () => {
    const sums = result.sums[model.main], texts = [word("review.count", { n: state.get().size })];
    if (sums.total[1]) texts.push(word("review.exposed", { now: span(...sums.exposed), spec: span(...spec.sums[model.main].exposed) }));
    if (result.budget) {
      const { met, allowed, closes } = result.budget;
      texts.push(word(`review.closes.${closes}`, { met: span(...met), allowed: seconds(allowed) }));
    }
    status.textContent = texts.join(word("semicolon"));
    [status.dataset.low, status.dataset.high] = sums.exposed;
  };
  const warn = (ends) => {
    const texts = [], wrong = disorder(model, ends);
    if (wrong.length) texts.push(word("review.disorder", { one: model.places[wrong[0][1]].path, other: model.places[wrong[0][0]].path }));
    if (result.missing.length) texts.push(word("review.missing", { name: result.missing.map(({ op }) => op.id).slice(0, 3).join(", ") }));
    if (state.get().size && labels.held.length) texts.push(word("review.held", { ids: short(labels.held) }));
    notice(texts);
  };
  const update = () => {
    const ends = state.ends();
    result = state.get().size ? worked(model, ends) : spec;
    paint(result, spec, ends, state.get().size);
    say();
    warn(ends);
    draw();
  };
  // What is worked out for the document alone stays as it was printed, and says so while something is changed.
  const printed = [...AS_PRINTED.map((name) => document.getElementById(`s-${name}`)), ...all("[data-as-printed]")].filter(Boolean);
  const stale = printed.map((head) => {
    const note = make("p", { class: "notices", "data-stale": true, hidden: true }, make("span", {}, word("review.asprinted")));
    head.after(note);
    return note;
  });
  state.listen(() => { for (const note of stale) note.hidden = !state.get().size; });
  state.listen(update);
  // Paper has the document: what was changed on the page is taken back while it is printed.
  addEventListener("beforeprint", () => paint(spec, spec, model.places.map((place) => place.ends), 0));
  addEventListener("afterprint", update);
  chosen.addEventListener("change", draw);
  figures.closest("details").addEventListener("toggle", () => { if (figures.closest("details").open) { figures.append(make("p")); draw(); } });
  const load = () => {
    if (!location.hash.startsWith(`#${LINK}`)) return;
    const { made, notices } = fromLink(model, state, location.hash.slice(1));
    state.replace(made);
    if (notices.length) notice(notices);
    root.scrollIntoView();
  };
  state.replace(new Map());
  load();
  addEventListener("hashchange", load);
  explanations(model, labels, state, () => result);
  return {
    model, state, spec, result: () => result,
    set: (path, ends) => state.set([[state.index.get(path), ends]]),
    link: () => linkOf(model, state), overlay: () => overlayOf(model, state),
  };
};
const model = data("review-model"), labels = { titles: {}, groups: [], conditions: {}, sources: {}, held: [], ...data("review-labels") };
globalThis.commspec = { ...review(model, labels), remarks: remarksOf(model, labels) };
