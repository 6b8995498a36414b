type ReviverContext = { source?: string };
type ExactReviver = (key: string, value: unknown, context: ReviverContext) => unknown;
const parse = JSON.parse as (text: string, reviver: ExactReviver) => unknown;

/** JSON with every number kept as the literal that stands in the text, so that no price passes through a float. */
export type ExactNumber = string;

/** Parses JSON and gives each number as its source text (Node 22 and newer hand it to the reviver). */
export function parseExactJson(text: string): unknown {
  return parse(text, (_key, value, context) => (typeof value === "number" ? context.source : value));
}
