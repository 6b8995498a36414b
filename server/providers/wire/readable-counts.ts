import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, isBlock, parsed } from "../exchange/json.ts";
import { changedEvents } from "./kept-events.ts";

/** A count that is none (a text, a record, a list, true or false), or such a usage block. */
const ODD = /(?:_tokens|[tT]okenCount)"\s*:\s*["{[tf]|"usage(?:Metadata)?"\s*:\s*["[tf\d-]/;
const COUNT = /(?:_tokens|[tT]okenCount)$/;

/** A usage block without counts that are none: what they should have counted is estimated, as where it is left out. */
export function readableCounts(usage: unknown): Block {
  if (!isBlock(usage)) return {};
  const counted = Object.entries(usage).filter(([name, value]) => !COUNT.test(name) || isCount(value));
  return Object.fromEntries(counted.map(([name, value]) => [name, inside(value)]));
}

function isCount(value: unknown): boolean {
  return typeof value === "number" || value === null;
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return isBlock(value) ? readableCounts(value) : value;
}

/** The data of an event in whose usage block, `usage` or Gemini's `usageMetadata`, each count is one. */
export function withReadableCounts(data: string): string {
  const event = ODD.test(data) ? parsed(data, parseJsonText) : undefined;
  if (!isBlock(event)) return data;
  for (const name of ["usage", "usageMetadata"]) {
    if (event[name] !== undefined && event[name] !== null) event[name] = readableCounts(event[name]);
  }
  return JSON.stringify(event);
}

/** A fetch in whose streams a vendor's package finds no counts for which it would give the answer up. */
export function countedEvents(send: typeof fetch): typeof fetch {
  return changedEvents(send, () => withReadableCounts, '"usage"');
}
