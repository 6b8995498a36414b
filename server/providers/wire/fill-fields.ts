import type { Block } from "../exchange/json.ts";

/** Values for fields that a response may omit, by name. */
export type Fallbacks = Record<string, unknown>;

/** Returns an object with the fields that it lacks; the same object if it lacks none. */
export function fillFields(fields: Block, fallbacks: Fallbacks = {}): Block {
  const lacking = Object.keys(fallbacks).filter((name) => fields[name] === undefined);
  return lacking.length === 0 ? fields : { ...fallbacks, ...fields };
}
