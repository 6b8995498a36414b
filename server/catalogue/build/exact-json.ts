type ReviverContext = { source?: string };
type ExactReviver = (key: string, value: unknown, context: ReviverContext) => unknown;
const parse = JSON.parse as (text: string, reviver: ExactReviver) => unknown;

/** A number as its literal in the JSON text, so that no price passes through a float. */
export type ExactNumber = string;

/** Parses JSON and returns each number as its source text, which Node 22 and later pass to the reviver. */
export function parseExactJson(text: string): unknown {
  return parse(text, (_key, value, context) => (typeof value === "number" ? context.source : value));
}
