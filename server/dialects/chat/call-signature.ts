import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { textOf } from "../read-field.ts";

/**
 * Returns Google's signature of a call as a field of the call, where Google's own chat API has it
 * (https://ai.google.dev/gemini-api/docs/thought-signatures#openai). Clients that ignore `reasoning_details` keep it.
 */
export function signedField(signature: string): Body {
  return { extra_content: { google: { thought_signature: signature } } };
}

/** Returns Google's signature in a call; undefined if it has none. */
export function signatureOf({ extra_content: extra }: Body): string | undefined {
  return isRecord(extra) && isRecord(extra.google) ? textOf(extra.google.thought_signature) : undefined;
}
