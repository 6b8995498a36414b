// Sets values and tables in TOML texts, and leaves everything else as it is.

/**
 * Returns the text with `name = value` before the first table. A value that is there is replaced.
 *
 * @param {string} text
 * @param {string} name
 * @param {string} value
 * @returns {string}
 */
export function setTomlValue(text, name, value) {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = linesOf(text);
  const firstTable = lines.findIndex(({ isTable }) => isTable);
  const end = firstTable < 0 ? lines.length : firstTable;
  const line = `${name} = ${JSON.stringify(value)}`;
  const index = lines.findIndex((one, at) => at < end && one.isTop && keyOf(one.text) === name);
  if (index < 0) return `${line}${eol}${text}`;
  const next = lines[index + 1];
  if (next && !next.isTop) throw new Error(`${name} has several lines; remove it first`);
  const comment = /^[^#"']*(?:"[^"]*"|'[^']*')?[^#]*?(\s*#.*)?$/.exec(lines[index].text)?.[1] ?? "";
  return lines.map((one, at) => (at === index ? `${line}${comment}${one.ending}` : one.text + one.ending)).join("");
}

/**
 * Returns the text with a table at its end, in place of one with this name and of those below it.
 *
 * @param {string} text
 * @param {string} name
 * @param {string} table The whole table, with its header and those of tables below it.
 * @returns {string}
 */
export function setTomlTable(text, name, table) {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = linesOf(text);
  const root = name.split(".")[0];
  if (lines.some((one) => one.isTop && !one.isTable && keyOf(one.text)?.split(".")[0] === root))
    throw new Error(`${root} is written without a [table]; write it as tables first`);
  let isOwn = false;
  const kept = lines.filter((one) => {
    if (one.isTable) isOwn = isSameOrBelow(one.text, name);
    return !isOwn;
  });
  const rest = kept.map((one) => one.text + one.ending).join("");
  const gap = rest === "" ? "" : `${/\n$/.test(rest) ? "" : eol}${/\n\s*\n$/.test(rest) ? "" : eol}`;
  return `${rest}${gap}${table.replaceAll("\n", eol)}${eol}`;
}

/**
 * Returns a text in which top values and a table that are still as in `after` are as in `before`, or gone. Everything
 * else stays.
 *
 * @param {string} text
 * @param {{ before: string, after: string, names: readonly string[], table: string }} change
 * @returns {string}
 */
export function unsetToml(text, { before, after, names, table }) {
  const isOurs = (name) => topLine(after, name) !== undefined && topLine(text, name) === topLine(after, name);
  const kept = linesOf(text).flatMap((one) => {
    const name = names.find((known) => one.isTop && keyOf(one.text) === known && one.text === topLine(text, known));
    if (name === undefined || !isOurs(name)) return [one];
    const former = topLine(before, name);
    return former === undefined ? [] : [{ ...one, text: former }];
  });
  const joined = kept.map((one) => one.text + one.ending).join("");
  if (tableIn(joined, table).trim() !== tableIn(after, table).trim()) return joined;
  const former = tableIn(before, table);
  return joined.replace(tableIn(joined, table), () => former);
}

/** Returns a line before the first table. */
function topLine(text, name) {
  const lines = linesOf(text);
  const firstTable = lines.findIndex(({ isTable }) => isTable);
  const tops = firstTable < 0 ? lines : lines.slice(0, firstTable);
  return tops.find((one) => one.isTop && keyOf(one.text) === name)?.text;
}

/** Returns a table and those below it, as far as they follow each other. */
function tableIn(text, name) {
  const lines = linesOf(text);
  const start = lines.findIndex((one) => one.isTable && isSameOrBelow(one.text, name));
  if (start < 0) return "";
  const end = lines.findIndex((one, at) => at > start && one.isTable && !isSameOrBelow(one.text, name));
  const own = lines.slice(start, end < 0 ? lines.length : end);
  return own.map((one) => one.text + one.ending).join("");
}

function isSameOrBelow(line, name) {
  const own = /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(line)?.[1]?.replace(/["'\s]/g, "");
  return own === name || own?.startsWith(`${name}.`);
}

function keyOf(line) {
  return /^\s*([\w."' -]+?)\s*=/.exec(line)?.[1]?.replace(/["'\s]/g, "");
}

/** Splits a text into lines that know whether they begin outside of multi-line strings and arrays. */
function linesOf(text) {
  const lines = [];
  let quote = "";
  let depth = 0;
  for (const [, line, ending] of text.matchAll(/([^\n]*?)(\r?\n|$)/g)) {
    if (line === "" && ending === "") break;
    const isTop = quote === "" && depth === 0;
    const isTable = isTop && /^\s*\[/.test(line);
    lines.push({ text: line, ending, isTop, isTable });
    if (!isTable) ({ quote, depth } = scan(line, quote, depth));
  }
  return lines;
}

function scan(line, openQuote, openDepth) {
  let quote = openQuote;
  let depth = openDepth;
  for (let at = 0; at < line.length; at++) {
    const three = line.slice(at, at + 3);
    const isTriple = three === '"""' || three === "'''";
    if (quote !== "") {
      if (line[at] === "\\" && quote[0] === '"') at += 1;
      else if (line.startsWith(quote, at)) {
        at += quote.length - 1;
        quote = "";
      }
    } else if (isTriple) {
      quote = three;
      at += 2;
    } else if (line[at] === '"' || line[at] === "'") quote = line[at];
    else if (line[at] === "#") break;
    else if (line[at] === "[" || line[at] === "{") depth += 1;
    else if (line[at] === "]" || line[at] === "}") depth -= 1;
  }
  // Only a string with three quotes continues on the next line.
  return { quote: quote.length === 3 ? quote : "", depth };
}
