import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord, textOf } from "./read-field.ts";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** What a refusal says of itself: why, and details that only Anthropic's dialect has a place for. */
export type Refusal = { explanation: string; otherDetails: string[] };

const NO_EXPLANATION = "The model refused to answer.";

/** The refusal that ended an answer; undefined where it ended in another way. A refusal is an answer, not a failure. */
export function refusalOf({ finishReason, providerMetadata }: Finish): Refusal | undefined {
  if (finishReason.raw !== "refusal") return undefined;
  const told = providerMetadata?.anthropic?.stopDetails;
  const details = isRecord(told) ? told : {};
  const otherDetails = ["category", "recommendedModel"].filter((name) => textOf(details[name]));
  return { explanation: textOf(details.explanation) || NO_EXPLANATION, otherDetails };
}
