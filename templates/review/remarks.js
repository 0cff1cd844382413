// A reviewer's remarks on rows and requirements, kept in the page's own storage and handed out as a file.
const MOST_LETTERS = 4000;
const remarksOf = (model, labels) => {
  const root = document.getElementById("remarks"), list = root?.querySelector("[data-list]");
  if (!root) return null;
  const [id, version, fingerprint] = model.of ?? ["", "", ""];
  const key = `commspec.remarks.${id}.${version}.${fingerprint}`;
  const fits = (one) => one && ["operation", "requirement"].includes(one.on) && typeof one.id === "string" && typeof one.text === "string";
  // What the storage holds may be anything: only what has the form of a remark is taken.
  const stored = () => {
    try {
      const told = JSON.parse(storage.get(key) ?? "{}");
      return { by: String(told.by ?? ""), remarks: Array.isArray(told.remarks) ? told.remarks.filter(fits) : [] };
    } catch { return { by: "", remarks: [] }; }
  };
  let { by, remarks } = stored(), kept = true, read = [];
  const marks = new Map();
  const find = (on, item) => remarks.find((one) => one.on === on && one.id === item);
  const nameOf = (on, item) => on === "operation" ? labels.titles?.[item] ?? item : item;

  const keep = () => {
    kept = storage.set(key, remarks.length || by ? JSON.stringify({ by, remarks }) : null);
    show();
  };
  const put = (on, item, text, name) => {
    by = name;
    read = [];
    remarks = remarks.filter((one) => !(one.on === on && one.id === item));
    if (text) remarks.push({ on, id: item, text: text.slice(0, MOST_LETTERS), by: name, at: new Date().toISOString() });
    keep();
  };
  /** Takes what another page exported: of two remarks on one thing the later one stays, or both texts of two reviewers. */
  const take = (text) => {
    let told = null;
    try { told = JSON.parse(text); } catch { /* told below */ }
    if (told?.commspec_remarks !== 1 || !Array.isArray(told.remarks)) { read = [word("remarks.unread")]; show(); return; }
    const here = new Set([...marks.values()].map(([on, item]) => `${on} ${item}`));
    const fit = told.remarks.filter((one) => fits(one) && one.text.trim() && here.has(`${one.on} ${one.id}`));
    for (const one of fit) {
      const taken = { on: one.on, id: one.id, text: one.text.slice(0, MOST_LETTERS), by: String(one.by ?? "").slice(0, 80), at: String(one.at ?? "") };
      const own = find(taken.on, taken.id), rest = remarks.filter((other) => other !== own);
      if (own && own.by !== taken.by && !own.text.includes(taken.text)) {
        taken.text = `${own.text}\n${taken.by ? `${taken.by}${word("colon")}` : ""}${taken.text}`.slice(0, MOST_LETTERS);
        taken.by = own.by;
      } else if (own && own.at > taken.at) continue;
      remarks = [...rest, taken];
    }
    read = [word("remarks.taken", { n: fit.length })];
    if (fit.length < told.remarks.length) read.push(word("remarks.left", { n: told.remarks.length - fit.length }));
    if (told.document?.id !== id || told.document?.version !== version) read.push(word("remarks.other"));
    keep();
  };
  const show = () => {
    root.hidden = false;
    const links = remarks.map((one) => make("li", {}, make("a", { href: `#${one.on === "operation" ? "op-" : ""}${one.id}` }, nameOf(one.on, one.id)),
      `${word("colon")}${one.text}`, make("small", {}, ` ${[one.by, one.at?.slice?.(0, 10)].filter(Boolean).join(", ")}`)));
    list.replaceChildren(...links);
    const said = [word("remarks.count", { n: remarks.length }), ...read, ...(kept ? [] : [word("remarks.lost")])];
    root.querySelector("[data-said]").textContent = said.join(word("semicolon"));
    root.querySelector("[data-do=remarks]").disabled = !remarks.length;
    for (const [button, [on, item]] of marks) {
      const own = find(on, item);
      button.classList.toggle("has", Boolean(own));
      button.textContent = word(own ? "remarks.see" : "remarks.add");
      button.setAttribute("aria-label", `${button.textContent}: ${nameOf(on, item)}`);
    }
  };
  const open = (on, item, button) => {
    const own = find(on, item);
    const text = make("textarea", { rows: 5, maxlength: MOST_LETTERS, "aria-label": word("remarks.text") }, own?.text ?? "");
    const name = make("input", { type: "text", maxlength: 80, value: own?.by ?? by });
    const save = make("button", { type: "button", "data-do": "save" }, word("remarks.save"));
    const box = dialog(`${word("remarks.add")}: ${nameOf(on, item)}`, text, make("p", {}, make("label", {}, `${word("remarks.by")} `, name)), save);
    onPress(save, () => { put(on, item, text.value.trim(), name.value.trim()); box.close(); });
    box.addEventListener("close", () => button.focus());
    text.focus();
  };
  const offer = (place, on, item) => {
    const button = make("button", { type: "button", class: "copy", "data-do": "remark", "aria-haspopup": "dialog" });
    onPress(button, () => open(on, item, button));
    marks.set(button, [on, item]);
    place.append(button);
  };
  for (const row of all("tr[data-item][id^=op-]")) offer(row.querySelector("[data-why]") ?? row.cells[0], "operation", row.id.slice(3));
  for (const place of all("article[data-item][id] [data-link]")) offer(place, "requirement", place.closest("[data-item]").id);
  const file = () => ({ commspec_remarks: 1, document: { id, version, fingerprint }, remarks });
  const hand = () => download(`${id}-${version}-remarks.json`, "application/json", `${JSON.stringify(file(), null, 2)}\n`);
  onPress(root.querySelector("[data-do=remarks]"), hand);
  const chooser = root.querySelector("[data-file]");
  onPress(root.querySelector("[data-do=take]"), () => chooser.click());
  chooser.addEventListener("change", async () => {
    if (chooser.files.length) take(await chooser.files[0].text());
    chooser.value = "";
  });
  show();
  return { file, put, take };
};
