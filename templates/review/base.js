// What all parts of the page's script share: finding and making elements, the page's data and words.
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const data = (id) => {
  const holder = document.getElementById(id);
  try { return holder ? JSON.parse(holder.textContent) : {}; } catch { return {}; }
};
/** An element with attributes (true: present; false, null: absent), children as nodes or texts; never markup. */
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
};
const drawn = (tag, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
const words = { lang: document.documentElement.lang, ...data("page-words") };
const fill = (pattern, values) => (pattern ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const word = (name, values = {}) => fill(words[name], values);
const sum = (values) => values.reduce((total, value) => total + value, 0);
/** The page's own storage, where the browser lets it; what is kept there may be lost at any time. */
const storage = {
  get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
  set: (key, value) => {
    try {
      if (value === null) localStorage.removeItem(key); else localStorage.setItem(key, value);
      return true;
    } catch { return false; }
  },
};
/** Hands a text to the reader as a file. */
const download = (name, type, text) => {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
const onPress = (button, action) => button.addEventListener("click", action);
