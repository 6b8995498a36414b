import { isRecord } from "#lib/is-record.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, list } from "../../exchange/json.ts";

/** The beginning of the ids of items that do not need one; empty if nothing is known of it. */
const PREFIXES = new Map<unknown, string>([
  ["message", "msg"],
  ["function_call", "fc"],
  ["custom_tool_call", "ctc"],
  ["reasoning", "rs"],
  ["function_call_output", ""],
  ["custom_tool_call_output", ""],
]);
const VALID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Returns a Responses body without the item ids that OpenAI rejects: of another form ("Expected an ID that begins with
 * 'fc'", https://github.com/anomalyco/opencode/pull/44587) or used twice ("Duplicate item found with id",
 * https://github.com/earendil-works/pi/issues/5165). Other servers and clients make such ids. They name nothing here,
 * because OpenAI stores no items; calls and results are matched by `call_id`. Reasoning that is repeated is sent once.
 */
export function withOwnItemIds(body: Block, notes: string[]): Block {
  if (!Array.isArray(body.input)) return body;
  const seen = new Set<unknown>();
  const input = list(body.input).flatMap((item, at) => {
    if (!isRecord(item) || typeof item.id !== "string") return [item];
    const { id, ...rest } = item;
    const prefix = PREFIXES.get(item.type ?? "message");
    const isRepeated = seen.has(id);
    seen.add(id);
    if (prefix === undefined || (VALID.test(id) && id.startsWith(prefix) && !isRepeated)) return [item];
    if (item.type !== "reasoning" || !isRepeated) return [withNumbersOf(item, rest)];
    notes.push(`input[${at}]: dropped (the same reasoning again)`);
    return [];
  });
  const isUnchanged = input.length === body.input.length && input.every((item, at) => item === list(body.input)[at]);
  if (isUnchanged) return body;
  notes.push("ids of input items: left out where OpenAI rejects them");
  return { ...body, input };
}
