import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, tryParse } from "../exchange/json.ts";
import { changeEvents } from "./filter-events.ts";

/** Matches an invalid count (a text, an object, a list, a boolean) or such a usage block. */
const ODD = /(?:_tokens|[tT]okenCount)"\s*:\s*["{[tf]|"usage(?:Metadata)?"\s*:\s*["[tf\d-]/;
const COUNT = /(?:_tokens|[tT]okenCount)$/;

/**
 * Returns a usage block without invalid counts; the tokens that they stood for are estimated, as if the counts were
 * missing.
 */
export function readableCounts(usage: unknown): Block {
  if (!isRecord(usage)) return {};
  const validEntries = Object.entries(usage).filter(([name, value]) => !COUNT.test(name) || isCount(value));
  return Object.fromEntries(validEntries.map(([name, value]) => [name, inside(value)]));
}

function isCount(value: unknown): boolean {
  return typeof value === "number" || value === null;
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return isRecord(value) ? readableCounts(value) : value;
}

/** Returns an event's data without invalid counts in its usage block (`usage` or Gemini's `usageMetadata`). */
export function withReadableCounts(data: string): string {
  const event = ODD.test(data) ? tryParse(data, parseJsonText) : undefined;
  if (!isRecord(event)) return data;
  for (const name of ["usage", "usageMetadata"]) {
    if (event[name] !== undefined && event[name] !== null) event[name] = readableCounts(event[name]);
  }
  return JSON.stringify(event);
}

/** Returns a fetch whose streams have no counts on which an SDK package would fail. */
export function countEvents(send: typeof fetch): typeof fetch {
  return changeEvents(send, () => withReadableCounts, '"usage"');
}
