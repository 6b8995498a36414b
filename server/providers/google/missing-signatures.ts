import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Start = Extract<LanguageModelV4StreamPart, { type: "stream-start" }>;

/** The value that Google documents for calls without a signature, which Gemini 3 would reject. Its package sends it. */
export const SIGNATURE_PLACEHOLDER = "skip_thought_signature_validator";

const WARNING = {
  type: "unsupported",
  feature: "tool calls without a thought signature",
  details: `sent with ${SIGNATURE_PLACEHOLDER}, since the client did not return Google's signature`,
} as const;

/** Returns the start of a response with a warning for callers of an API, instead of the package's for its own callers. */
export function withSignatureWarning({ warnings, ...start }: Start): Start {
  const isMissing = (one: Start["warnings"][number]) =>
    one.type === "other" && one.message.includes(SIGNATURE_PLACEHOLDER);
  return { ...start, warnings: warnings.map((one) => (isMissing(one) ? WARNING : one)) };
}
