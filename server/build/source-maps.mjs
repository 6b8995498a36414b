// Part of each bundle: makes stack traces name the source files and lines. A map is read when a trace needs it, and kept
// until the next garbage collection: decoded as a whole, as Node's SourceMap does it, the maps take 120 MB, and the first
// trace 0.4 s in which no stream moves.
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const FOLDER = import.meta.dirname;
const COMMA = 44;
const SEMICOLON = 59;
/** The value of each digit of base 64, by its character code. */
const DIGITS = new Uint8Array(128);
for (const [value, digit] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  DIGITS[digit.charCodeAt(0)] = value;

/** The maps that were read, by file, each as long as nothing else needs the memory. */
const maps = new Map();

/** The decoder's states at the lines 0, 1000, 2000 ... of a map, as far as it was decoded, by file. */
const states = new Map();
const LINES_APART = 1000;

/** Sources by position in a bundle, as in "file:line:column", since the same few errors are logged again and again. */
const known = new Map();
const MOST_KNOWN = 1000;

Error.prepareStackTrace = (error, frames) => {
  return [headOf(error), ...frames.map((frame) => `    at ${withSource(frame)}`)].join("\n");
};

/** Even an error whose name or message throws gets a trace. */
function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}

function withSource(frame) {
  const text = String(frame);
  const url = frame.getFileName();
  if (!url?.startsWith("file:")) return text;
  const position = `${url}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
  if (!known.has(position)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(position, sourceOf(frame, fileURLToPath(url)));
  }
  return text.replace(position, () => known.get(position) ?? position);
}

function sourceOf(frame, file) {
  if (dirname(file) !== FOLDER) return undefined;
  const map = readMap(`${file}.map`);
  const found = map && findSource(map, statesOf(file), frame.getLineNumber() - 1, frame.getColumnNumber() - 1);
  return found && `${pathToFileURL(resolve(FOLDER, found.source)).href}:${found.line + 1}:${found.column + 1}`;
}

function readMap(file) {
  const kept = maps.get(file)?.deref();
  if (kept || !existsSync(file)) return kept;
  const map = JSON.parse(readFileSync(file, "utf8"));
  maps.set(file, new WeakRef(map));
  return map;
}

function statesOf(file) {
  if (!states.has(file)) states.set(file, [{ at: 0, source: [0, 0, 0] }]);
  return states.get(file);
}

/**
 * Finds the source of a position in a bundled file: that of the last segment of its line that does not begin after it.
 * Lines and columns count from 0. In the format of ECMA-426, ";" ends a line and "," a segment. A segment's numbers are
 * its column, relative to the segment before in the line, and the source's index, line and column, relative to the
 * segment before in the file. Without splitting the text, three million characters take 10 ms instead of 110. `states`
 * receives the states that are passed, so that a later search begins near its line.
 */
function findSource({ mappings, sources }, states, line, column) {
  const nearest = Math.min(Math.floor(line / LINES_APART), states.length - 1);
  const source = [...states[nearest].source];
  let current = nearest * LINES_APART;
  let start = 0;
  let found;
  for (let at = states[nearest].at; at < mappings.length && current <= line; at += 1) {
    const code = mappings.charCodeAt(at);
    if (code === SEMICOLON) {
      current += 1;
      start = 0;
      if (current === states.length * LINES_APART) states.push({ at: at + 1, source: [...source] });
    } else if (code !== COMMA) {
      at = decodeSegment(mappings, at) - 1;
      start += segment.numbers[0];
      if (current === line && start > column) return found;
      if (segment.count < 4) continue;
      for (let part = 0; part < 3; part += 1) source[part] += segment.numbers[part + 1];
      if (current === line) found = { source: sources[source[0]], line: source[1], column: source[2] };
    }
  }
  return found;
}

/** The segment that was decoded last. */
const segment = { count: 0, numbers: [0, 0, 0, 0, 0] };

/** Decodes a segment: digits of base 64 with five bits each, the lowest first, then the sign. Returns its end. */
function decodeSegment(mappings, from) {
  segment.count = 0;
  let at = from;
  let value = 0;
  let shift = 0;
  for (; at < mappings.length; at += 1) {
    const code = mappings.charCodeAt(at);
    if (code === COMMA || code === SEMICOLON) break;
    value |= (DIGITS[code] & 31) << shift;
    shift += 5;
    if (DIGITS[code] & 32) continue;
    segment.numbers[segment.count] = value & 1 ? -(value >> 1) : value >> 1;
    segment.count += 1;
    value = 0;
    shift = 0;
  }
  return at;
}
