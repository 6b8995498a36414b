// Sets values in JSON texts, with or without comments, and leaves everything else as it is.

/**
 * Returns the text with the value at a path, such as ["env", "NAME"]. Objects on the way are created. Throws for a text
 * that is not JSON, or whose path leads through something other than an object.
 *
 * @param {string} text
 * @param {readonly string[]} path
 * @param {unknown} value
 * @returns {string}
 */
export function setJson(text, path, value) {
  const source = text.trim() === "" ? "{}\n" : text;
  const root = parse(source);
  if (root.type !== "object") throw new Error("it is not a JSON object");
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const unit = /\n([ \t]+)"/.exec(source)?.[1] ?? "  ";
  let node = root;
  for (const [depth, name] of path.entries()) {
    const property = node.properties.findLast((one) => one.name === name);
    if (!property) return insert(source, node, path.slice(depth), value, { eol, unit });
    if (depth === path.length - 1) {
      const indent = indentAt(source, property.start);
      return splice(source, property.value.start, property.value.end, render(value, indent, { eol, unit }));
    }
    if (property.value.type !== "object") throw new Error(`${path.slice(0, depth + 1).join(".")} is not an object`);
    node = property.value;
  }
  return source;
}

/**
 * Returns a text without what `setJson` made of `before`: each value that is still the one set is what it was before, or
 * is gone, with the objects that were created for it. Everything else stays.
 *
 * @param {string} text
 * @param {string} before
 * @param {readonly (readonly [path: readonly string[], value: unknown])[]} values
 * @returns {string}
 */
export function unsetJson(text, before, values) {
  const source = before.trim() === "" ? "{}" : before;
  return values.reduceRight((edited, [path, value]) => {
    const found = lookUp(edited, path);
    if (!found || JSON.stringify(parsedValue(edited, found)) !== JSON.stringify(value)) return edited;
    const former = lookUp(source, path);
    if (former) return splice(edited, found.value.start, found.value.end, rawOf(source, former));
    const depth = path.findIndex((_, index) => !lookUp(source, path.slice(0, index + 1)));
    return removeEmpty(edited, path, depth + 1);
  }, text);
}

/** Removes a property, and then each object on its path, down to `depth`, that has become empty. */
function removeEmpty(text, path, depth) {
  let edited = remove(text, path);
  for (let length = path.length - 1; length >= depth; length--) {
    const parent = lookUp(edited, path.slice(0, length));
    if (parent?.value.type !== "object" || parent.value.properties.length > 0) break;
    edited = remove(edited, path.slice(0, length));
  }
  return edited;
}

function remove(text, path) {
  const { siblings, index, ...property } = lookUp(text, path);
  const next = siblings[index + 1];
  const previous = siblings[index - 1];
  if (next) return splice(text, property.start, next.start, "");
  if (previous) return splice(text, previous.value.end, property.value.end, "");
  const start = text.lastIndexOf("{", property.start) + 1;
  const comma = /^\s*,/.exec(text.slice(property.value.end))?.[0].length ?? 0;
  const end = property.value.end + comma;
  const isAlone = text.slice(start, property.start).trim() === "";
  const blank = isAlone ? (/^\s*(?=\})/.exec(text.slice(end))?.[0].length ?? 0) : 0;
  return splice(text, isAlone ? start : property.start, end + blank, "");
}

function lookUp(text, path) {
  let node = parse(text);
  let found;
  for (const name of path) {
    if (node.type !== "object") return undefined;
    const siblings = node.properties;
    const index = siblings.findLastIndex((one) => one.name === name);
    if (index < 0) return undefined;
    found = { ...siblings[index], siblings, index };
    node = found.value;
  }
  return found;
}

function rawOf(text, { value }) {
  return text.slice(value.start, value.end);
}

/** Returns a value; undefined if it has comments, which were not written here. */
function parsedValue(text, found) {
  try {
    return JSON.parse(rawOf(text, found));
  } catch {
    return undefined;
  }
}

/** Adds a property as the last one of an object. */
function insert(source, node, [name, ...rest], value, style) {
  const { eol, unit } = style;
  const nested = rest.reduceRight((inner, key) => ({ [key]: inner }), value);
  const last = node.properties.at(-1);
  const isOneLine = last !== undefined && !source.slice(node.start, last.start).includes("\n");
  const outer = indentAt(source, node.start);
  const indent = last && !isOneLine ? indentAt(source, last.start) : outer + unit;
  const text = `${JSON.stringify(name)}: ${render(nested, indent, style)}`;
  if (!last) {
    const isBlank = source.slice(node.start + 1, node.end - 1).trim() === "";
    const after = isBlank ? `${eol}${outer}` : "";
    const end = isBlank ? node.end - 1 : node.start + 1;
    return splice(source, node.start + 1, end, `${eol}${indent}${text}${after}`);
  }
  const { end } = last.value;
  const ending = /^[ \t]*(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n)/.exec(source.slice(end));
  if (isOneLine || !ending) return splice(source, end, end, `,${isOneLine ? " " : `${eol}${indent}`}${text}`);
  // A comment at the end of the line stays there.
  const comma = ending[1] === "" ? "," : "";
  return splice(source, end, end + ending[0].length, `${comma}${ending[0]}${eol}${indent}${text}${ending[1]}`);
}

function render(value, indent, { eol, unit }) {
  return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
}

function splice(text, start, end, replacement) {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Returns the blanks at the start of the line of a position. */
function indentAt(text, position) {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? "";
}

/** Parses JSON with comments and trailing commas into nodes that know their place. */
function parse(text) {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const root = readValue();
  skip();
  if (at < text.length) fail();
  return root;

  function fail() {
    throw new Error(`it is not valid JSON (line ${text.slice(0, at).split("\n").length})`);
  }

  function skip() {
    for (;;) {
      const blank = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/.exec(text.slice(at, at + 100_000));
      if (!blank) return;
      at += blank[0].length;
    }
  }

  function readValue() {
    skip();
    if (text[at] === "{") return readObject();
    if (text[at] === "[") return readArray();
    const start = at;
    if (text[at] === '"') readString();
    else at += /^[\w.+-]+/.exec(text.slice(at, at + 100))?.[0].length ?? fail();
    return { type: "plain", start, end: at };
  }

  function readString() {
    const start = at;
    at += 1;
    while (text[at] !== '"') {
      if (at >= text.length || text[at] === "\n") fail();
      at += text[at] === "\\" ? 2 : 1;
    }
    at += 1;
    try {
      return JSON.parse(text.slice(start, at));
    } catch {
      return fail();
    }
  }

  function readObject() {
    const start = at;
    const properties = [];
    at += 1;
    for (;;) {
      skip();
      if (text[at] === "}") break;
      const nameStart = at;
      if (text[at] !== '"') fail();
      const name = readString();
      skip();
      if (text[at] !== ":") fail();
      at += 1;
      properties.push({ name, start: nameStart, value: readValue() });
      skip();
      if (text[at] === ",") at += 1;
      else if (text[at] !== "}") fail();
    }
    at += 1;
    return { type: "object", start, end: at, properties };
  }

  function readArray() {
    const start = at;
    at += 1;
    for (;;) {
      skip();
      if (text[at] === "]") break;
      readValue();
      skip();
      if (text[at] === ",") at += 1;
      else if (text[at] !== "]") fail();
    }
    at += 1;
    return { type: "array", start, end: at };
  }
}
