// Sets values in files with one setting per line: NAME=value, or "name: value".

/**
 * Returns the text with a setting, in place of one with this name.
 *
 * @param {string} text
 * @param {string} name
 * @param {string} line The whole line.
 * @returns {string}
 */
export function setLine(text, name, line) {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  if (lineIn(text, name) !== undefined) return text.replace(patternOf(name), () => line);
  const gap = text === "" || text.endsWith("\n") ? "" : eol;
  return `${text}${gap}${line}${eol}`;
}

/**
 * Returns a text in which a setting that is still this line is as in `before`, or gone.
 *
 * @param {string} text
 * @param {string} before
 * @param {string} name
 * @param {string} line
 * @returns {string}
 */
export function unsetLine(text, before, name, line) {
  if (lineIn(text, name) !== line) return text;
  const former = lineIn(before, name);
  if (former !== undefined) return text.replace(patternOf(name), () => former);
  const start = text.search(patternOf(name));
  return text.slice(0, start) + text.slice(start + line.length).replace(/^\r?\n/, "");
}

function lineIn(text, name) {
  return patternOf(name).exec(text)?.[0];
}

function patternOf(name) {
  return new RegExp(`^(?:export )?${name.replace(/[^\w]/g, "\\$&")}[ \t]*[:=][^\r\n]*`, "m");
}
