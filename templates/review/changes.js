// What a reader changed: numbers by place, undo and redo, and all of it as a link or as an overlay for the tool.
const RANGE = { time: [1e-30, 1e15], bandwidth: [1e-3, 1e60], rate: [1e-9, 1e60], ratio: [1e-30, 1e9] };
/** Why a pair cannot stand at a place: a word's name and what it is filled with; null where it can. */
const refusal = (place, ends) => {
  const { kind, least = 0, most = Infinity, falls } = place, [low, high] = RANGE[kind];
  const rate = kind === "bandwidth" || kind === "rate" || place.path.endsWith(".efficiency");
  if (place.single && ends[0] !== ends[1]) return ["review.bad.single", {}];
  for (const value of ends) {
    if (typeof value !== "number" || !Number.isFinite(value)) return ["review.bad.number", { example: exampleOf[kind] }];
    if (value < least || value > most) return ["review.bad.range", { range: most < Infinity ? `${least} … ${most}` : `≥ ${least}` }];
    if ((rate && value <= 0) || (value !== 0 && (value < low || value > high))) return ["review.bad.size", { example: exampleOf[kind] }];
  }
  return (falls ? ends[0] < ends[1] : ends[0] > ends[1]) ? ["review.bad.order", {}] : null;
};

/** The changes of a page. `listen(what)` is called after each with the changes; nothing is ever half changed. */
const changes = (model) => {
  const index = new Map(model.places.map((place, at) => [place.path, at]));
  const listeners = [];
  let now = new Map(), past = [], future = [];
  const same = (at, ends) => ends.every((value, side) => value === model.places[at].ends[side]);
  const tell = () => listeners.forEach((listener) => listener());
  const step = (next, mark) => {
    past.push({ changes: now, mark });
    if (past.length > 500) past.shift();
    future = [];
    now = next;
    tell();
  };
  const with_ = (pairs) => {
    const next = new Map(now);
    for (const [at, ends] of pairs) if (same(at, ends)) next.delete(at); else next.set(at, [...ends]);
    return next;
  };
  return {
    index,
    listen: (listener) => listeners.push(listener),
    get: () => now,
    ends: () => model.places.map((place, at) => now.get(at) ?? place.ends),
    endsAt: (at) => now.get(at) ?? model.places[at].ends,
    changed: (at) => now.has(at),
    /** Sets pairs at places in one step. Steps with the same mark, as those of one drag of a slider, are one to undo. */
    set: (pairs, mark = null) => {
      const next = with_(pairs);
      const last = past[past.length - 1];
      if (mark !== null && last?.mark === mark) { now = next; future = []; tell(); } else step(next, mark);
    },
    settle: () => { const last = past[past.length - 1]; if (last) last.mark = null; },
    undo: () => { const last = past.pop(); if (last) { future.push({ changes: now }); now = last.changes; tell(); } },
    redo: () => { const next = future.pop(); if (next) { past.push({ changes: now, mark: null }); now = next.changes; tell(); } },
    reset: () => { if (now.size) step(new Map(), null); },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    replace: (next) => { now = next; past = []; future = []; tell(); },
  };
};

const LINK = "whatif=";
/** The fragment that says the changes: which document they are of, and each place with both ends in SI. */
const linkOf = (model, state) => {
  const set = Object.fromEntries([...state.get()].map(([at, ends]) => [model.places[at].path, ends]));
  return LINK + encodeURIComponent(JSON.stringify({ of: model.of, set }));
};
/** Reads such a fragment: the changes that can be made here, and notices about the rest. */
const fromLink = (model, state, fragment) => {
  const made = new Map(), notices = [];
  let told = null;
  try { told = JSON.parse(decodeURIComponent(fragment.slice(LINK.length))); } catch { /* told below */ }
  if (told === null || typeof told !== "object" || typeof told.set !== "object" || told.set === null || Array.isArray(told.set))
    return { made, notices: [word("review.link.broken")] };
  if (JSON.stringify(told.of) !== JSON.stringify(model.of)) notices.push(word("review.link.other"));
  const unknown = [], bad = [];
  for (const [path, ends] of Object.entries(told.set)) {
    const at = state.index.get(path);
    if (at === undefined) unknown.push(path);
    else if (!Array.isArray(ends) || ends.length !== 2 || refusal(model.places[at], ends)) bad.push(path);
    else made.set(at, ends);
  }
  const more = Object.keys(told).filter((key) => key !== "of" && key !== "set");
  if (unknown.length || more.length) notices.push(word("review.link.unknown", { what: short([...unknown, ...more]) }));
  if (bad.length) notices.push(word("review.link.bad", { what: short(bad) }));
  return { made, notices };
};
const short = (names) => names.slice(0, 3).map((name) => name.slice(0, 80)).join(", ") + (names.length > 3 ? " …" : "");

/** The changes as the overlay that `commspec estimate SPEC --variant FILE` takes. */
const overlayOf = (model, state) => {
  const [id, version, fingerprint] = model.of;
  const text = (value) => JSON.stringify(value);
  const lines = [`# ${word("review.overlay.head", { id, version })}`, "overlay:", `  document: ${text(id)}`, `  version: ${text(version)}`,
    `  fingerprint: ${text(fingerprint)}`, "set:"];
  for (const [at, ends] of state.get()) {
    const { path, kind } = model.places[at], texts = ends.map((value) => writtenAt(model.places[at], value, kind));
    lines.push(`  ${text(path)}: ${model.places[at].single ? texts[0] : `[${[...new Set(texts)].join(", ")}]`}`);
  }
  return `${lines.join("\n")}${state.get().size ? "" : " {}"}\n`;
};
const writtenAt = (place, value, kind) => isRatioOfNodes(place) ? `${Number(value.toFixed(9))}` : written(value, kind);
const isRatioOfNodes = (place) => place.path.endsWith(".oversubscription");
/** What a place can hold of a number: an oversubscription is written with nine decimals at most. */
const held = (place, value) => isRatioOfNodes(place) ? Number(value.toFixed(9)) : value;

/** Places whose numbers are better than under a condition that they are like: the tool refuses such a spec. */
const disorder = (model, ends) => model.order.filter(([easy, hard]) => {
  const falls = model.places[easy].falls;
  return [0, 1].some((side) => {
    const [one, other] = [ends[easy][side], ends[hard][side]];
    return falls ? other > one * (1 + 1e-12) : other < one * (1 - 1e-12);
  });
});
