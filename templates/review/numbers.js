// Numbers as the document prints them, as a reader writes them, and as a spec takes them.
const SPACE = "\u00a0", DASH = "\u2013", NONE = "\u2014";
const TIMES = [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]];
const RATES = [["TB/s", 1e12], ["GB/s", 1e9], ["MB/s", 1e6], ["kB/s", 1e3], ["B/s", 1]];
const UNITS = {
  time: TIMES, bandwidth: RATES, rate: [["Gmsg/s", 1e9], ["Mmsg/s", 1e6], ["kmsg/s", 1e3], ["msg/s", 1]], ratio: [["", 1]],
};
const READ = {
  time: { s: 1, ms: 1e-3, us: 1e-6, "µs": 1e-6, "μs": 1e-6, ns: 1e-9, min: 60, h: 3600 },
  ratio: { "": 1, "%": 0.01, "×": 1 },
  bandwidth: {}, rate: {},
};
for (const [prefix, factor] of [["", 1], ["k", 1e3], ["K", 1e3], ["M", 1e6], ["G", 1e9], ["T", 1e12], ["P", 1e15]]) {
  READ.bandwidth[`${prefix}B/s`] = factor;
  READ.bandwidth[`${prefix}bit/s`] = factor / 8;
  READ.rate[`${prefix}/s`] = READ.rate[`${prefix}msg/s`] = factor;
}
["Ki", "Mi", "Gi", "Ti"].forEach((prefix, k) => { READ.bandwidth[`${prefix}B/s`] = 2 ** (10 * (k + 1)); });

const digits = (value, count = 4) => {
  if (!Number.isFinite(value)) return NONE;
  const text = Number(value.toPrecision(count));
  return Math.abs(text) >= 10 ** count ? String(Math.round(text)) : String(text);
};
const unitOf = (value, kind) => {
  const units = UNITS[kind];
  return units.find(([, factor]) => Math.abs(value) >= factor * 0.99995) ?? units[value ? units.length - 1 : 0];
};
const quantity = (value, kind, count = 4) => {
  const [unit, factor] = unitOf(value, kind);
  return unit ? `${digits(value / factor, count)}${SPACE}${unit}` : digits(value, count);
};
const seconds = (value) => quantity(value, "time");
const percent = (share) => share > 0 && share < 0.0005 ? `<${SPACE}0.05${SPACE}%` : `${digits(share * 100, 3)}${SPACE}%`;
/** Two values of one quantity in one unit where that keeps them short; one where they read the same. */
const span = (first, second, kind = "time") => {
  const [one, two] = [quantity(first, kind), quantity(second, kind)];
  if (one === two) return one;
  const [small, large] = [Math.min(first, second), Math.max(first, second)];
  if (small * 1e4 < large) return `${one}${DASH}${two}`;
  const [low, high] = [unitOf(small, kind)[1], unitOf(large, kind)[1]];
  const between = UNITS[kind].filter(([, factor]) => factor >= low && factor <= high).reverse();
  const [unit, factor] = between.find(([, each]) => large / each < 1e5) ?? between[between.length - 1];
  return `${digits(first / factor)}${DASH}${digits(second / factor)}${unit ? SPACE + unit : ""}`;
};
const NUMBER = /^\s*([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?)[ \u00a0]?(.*?)\s*$/;
/** The SI value of what a reader wrote, or null; a time or a rate needs its unit. */
const parsed = (text, kind) => {
  const match = NUMBER.exec(String(text)), factor = match && READ[kind][match[2]];
  return factor === undefined || factor === null ? null : Number(match[1]) * factor;
};
/** As a spec writes it, to the last digit that matters. */
const written = (value, kind) => {
  const [unit, factor] = unitOf(value, kind);
  const plain = unit.replace("µ", "u");
  const number = Number((value / factor).toPrecision(15));
  return plain ? `${number} ${plain}` : `${number}`;
};
const exampleOf = { time: "5 us", bandwidth: "40 GB/s", rate: "200 Mmsg/s", ratio: "0.6" };
const sizeOf = (bytes) => {
  const [unit, factor] = [["TB", 1e12], ["GB", 1e9], ["MB", 1e6], ["kB", 1e3], ["B", 1]].find(([, each]) => bytes >= each) ?? ["B", 1];
  return `${digits(bytes / factor)}${SPACE}${unit}`;
};
const differ = (one, other) => one !== other && Math.abs(one - other) > 1e-9 * Math.max(Math.abs(one), Math.abs(other));
