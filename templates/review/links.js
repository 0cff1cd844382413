// Links to items: open what encloses the target, undo filters that hide it, mark it for a moment; buttons that copy one.
const visit = () => {
  let id = location.hash.slice(1);
  if (id.startsWith(LINK)) return;
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
/** Puts the address with a fragment on the clipboard; where there is none, into the address bar. */
const copy = async (button, fragment) => {
  const link = new URL(`#${fragment}`, location.href).href, text = button.textContent;
  try { await navigator.clipboard.writeText(link); } catch { location.hash = fragment; }
  button.textContent = words.copied;
  setTimeout(() => { button.textContent = text; }, 1500);
};
for (const place of all("[data-item][id] [data-link]")) {
  const button = make("button", { type: "button", class: "copy" }, words.copy);
  onPress(button, () => copy(button, encodeURIComponent(place.closest("[data-item]").id)));
  place.append(button);
}
addEventListener("hashchange", visit);
visit();
