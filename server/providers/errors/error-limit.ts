import type { Limit } from "#server/errors.ts";
import { block, list } from "../exchange/json.ts";

const STATUSES = new Set([400, 413, 422]);

/** The vendors' codes in `error.code`, `error.type`, `error.status` and Azure's `innererror.code`. */
const byCode: Record<string, Limit> = {
  context_length_exceeded: "context_length",
  model_max_prompt_tokens_exceeded: "context_length",
  content_policy_violation: "content_policy",
  content_filter: "content_policy",
  ResponsibleAIPolicyViolation: "content_policy",
  moderation_blocked: "content_policy",
  invalid_prompt: "content_policy",
  unsupported_parameter: "input",
  unsupported_value: "input",
};

/** Vendors' messages where they have no code, the more specific first. */
const byWords: [RegExp, Limit][] = [
  [
    /context[_ -](?:length|window|size)|prompt is too long|input is too long|too many (?:input )?tokens|input tokens? (?:count )?exceed|exceeds? the (?:maximum|max) (?:allowed )?(?:input |prompt |number of )?(?:length|tokens)|token count [^.]{0,60}exceeds/i,
    "context_length",
  ],
  [
    /(?:content|usage|safety|responsible ai) (?:management )?polic(?:y|ies)|flagged as potentially violating/i,
    "content_policy",
  ],
  [
    /does(?: not|n't) support|(?:is|are) not (?:currently )?supported|unsupported (?:parameter|value|image|file|content|media|mime|input|modality)|only supported (?:by|with|in|for)|supports at most/i,
    "input",
  ],
];

/**
 * Returns the limit of one model that another may not have: a longer request, a kind of input or parameter, or a text
 * that the provider's policy rejects. Returns undefined for any other error.
 */
export function limitOf(status: number, body: unknown, message: string): Limit | undefined {
  const error = block(block(Array.isArray(body) ? body[0] : body).error);
  if (status === 403 && isFlagged(error)) return "content_policy";
  if (!STATUSES.has(status)) return undefined;
  const words = [error.code, error.type, error.status, block(error.innererror).code];
  const coded = words.map((word) => byCode[String(word)]).find((limit) => limit !== undefined);
  return coded ?? byWords.find(([pattern]) => pattern.test(message))?.[1];
}

/** OpenRouter responds with 403 to input that its moderation flagged. */
function isFlagged({ metadata }: Record<string, unknown>): boolean {
  const { flagged_input: input, reasons } = block(metadata);
  return input !== undefined || list(reasons).length > 0;
}
