import { parseJsonText } from "#server/json/shallow-json.ts";
import type { OutputText, TextPiece, TextSlot } from "./dialect.ts";

type Holder = Record<string, unknown>;
type Kind = Pick<OutputText, "form" | "isReasoning"> & { isCall?: boolean; isEcho?: boolean };

export const PLAIN: Kind = { form: "plain", isReasoning: false };
export const REASONING: Kind = { form: "plain", isReasoning: true };
/** The arguments of a request that are not JSON. */
export const CALL: Kind = { form: "plain", isReasoning: false, isCall: true };
export const JSON_TEXT: Kind = { form: "json", isReasoning: false };

/** Returns the text at `holder[key]`; empty if the value is not a string. */
export function outputTextAt(holder: Holder, key: string, kind: Kind): OutputText[] {
  const text = holder[key];
  if (typeof text !== "string" || text === "") return [];
  return [{ ...kind, text, replace: (replacement) => (holder[key] = replacement) }];
}

/** Returns the piece at `holder[key]` of a streamed text. */
export function pieceAt(holder: Holder, key: string, kind: Kind, piece: TextPiece): OutputText[] {
  return outputTextAt(holder, key, kind).map((found) => ({ ...found, piece }));
}

/** Returns the non-text value at `holder[key]` as JSON text. */
export function valueAt(holder: Holder, key: string): OutputText[] {
  const value = holder[key];
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return [];
  const replace = (replacement: string) => (holder[key] = replacement === "" ? {} : parseJsonText(replacement));
  return [{ ...JSON_TEXT, text: JSON.stringify(value), replace }];
}

/** Returns the texts that a finder of request texts finds in a response. */
export function outputTextsOf(slots: readonly TextSlot[], kind: Kind = PLAIN): OutputText[] {
  return slots
    .filter(({ text }) => text !== "")
    .map((slot) => ({ ...kind, text: slot.text, replace: (text) => slot.replace(text) }));
}
