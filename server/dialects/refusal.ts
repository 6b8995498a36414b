import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { textOf } from "./read-field.ts";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** The explanation of a refusal, and details that only Anthropic's dialect has fields for. */
export type Refusal = { explanation: string; otherDetails: string[] };

const NO_EXPLANATION = "The model refused to answer.";

/**
 * Returns the refusal that ended a response; undefined if it ended in another way. A refusal is a response, not a
 * failure.
 */
export function refusalOf({ finishReason, providerMetadata }: Finish): Refusal | undefined {
  if (finishReason.raw !== "refusal") return undefined;
  const stopDetails = providerMetadata?.anthropic?.stopDetails;
  const details = isRecord(stopDetails) ? stopDetails : {};
  const otherDetails = ["category", "recommendedModel"].filter((name) => textOf(details[name]));
  return { explanation: textOf(details.explanation) || NO_EXPLANATION, otherDetails };
}
