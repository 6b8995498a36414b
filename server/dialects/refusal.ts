import { isRecord } from "#lib/is-record.ts";
import type { FinishPart } from "./dialect.ts";
import { textOf } from "./read-field.ts";

/** The explanation of a refusal, and details that only Anthropic's dialect has fields for. */
export type Refusal = { explanation: string; otherDetails: string[] };

const NO_EXPLANATION = "The model refused to answer.";

/**
 * Returns the refusal that ended a response; undefined if it ended in another way. A refusal is a response, not a
 * failure.
 */
export function refusalOf({ finishReason, providerMetadata }: FinishPart): Refusal | undefined {
  if (finishReason.raw !== "refusal") return undefined;
  const stopDetails = providerMetadata?.anthropic?.stopDetails;
  const details = isRecord(stopDetails) ? stopDetails : {};
  const otherDetails = ["category", "recommendedModel"].filter((name) => textOf(details[name]));
  return { explanation: textOf(details.explanation) || NO_EXPLANATION, otherDetails };
}
