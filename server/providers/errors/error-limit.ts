import type { Limit } from "#server/errors.ts";
import { block } from "../exchange/json.ts";
import { rejectsTexts } from "./error-fault.ts";

const STATUSES = new Set([400, 413, 422]);

/** The providers' codes in `error.code`, `error.type`, `error.status` and Azure's `innererror.code`. */
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

/** Returns a pattern that matches any of the phrases, in any case. */
const anyOf = (...phrases: string[]) => new RegExp(phrases.join("|"), "i");

/** Providers' messages where they have no code, the more specific first. */
const byWords: [RegExp, Limit][] = [
  [
    // An output limit that is too high, not too long a conversation: Groq names the context window alongside it
    // (https://github.com/Alishahryar1/free-claude-code/issues/955). DeepSeek and DashScope, Vertex AI, Anthropic.
    anyOf(
      "max(?:_completion)?_tokens`? must be less than or equal to|range of max_tokens",
      "maxOutputTokens value of \\d+ but the supported range|maximum allowed number of output tokens",
    ),
    "input",
  ],
  [
    anyOf(
      "context[_ -](?:length|window|size|limit)",
      "(?:prompt|input) is too long|too many (?:input |prompt )?tokens|input tokens? (?:count )?exceed",
      "exceed(?:s|ed)? (?:the )?(?:maximum|max|model) ?(?:allowed )?(?:input |prompt |token |number of )?(?:length|tokens|limit)",
      "token count [^.]{0,60}(?:exceeds|only supports up to)",
      // xAI, vLLM, DashScope, Hugging Face.
      "maximum (?:prompt|model|input|sequence) length|exceeds the max_model_len|range of input length|`inputs` (?:tokens|must have less than)",
      "reduce the length of the (?:messages|prompt|input)",
    ),
    "context_length",
  ],
  [
    anyOf("(?:content|usage|safety|responsible ai) (?:management )?polic(?:y|ies)", "flagged as potentially violating"),
    "content_policy",
  ],
  [
    anyOf(
      "does(?: not|n't) support|(?:is|are) not (?:currently )?supported|only supported (?:by|with|in|for)|supports at most",
      "unsupported (?:parameter|value|image|file|content|media|mime|input|modality)",
      // Gemma, vLLM, DeepSeek and Groq, for images in a request to a text model.
      "is not enabled for|is not a multimodal model|unknown variant `(?:image|input|file|audio|video)|content must be a string",
      // vLLM without tools; Groq and GitHub for a request size that another provider may accept.
      "requires --enable-auto-tool-choice|request (?:body )?too large for",
    ),
    "input",
  ],
];

/**
 * Returns the limit in an error that another model may not have: on the request's length, on kinds of input or
 * parameters, or on texts that the provider's policy rejects. Returns undefined for any other error.
 */
export function limitOf(status: number, body: unknown, message: string): Limit | undefined {
  if (status === 403 && rejectsTexts(body, message)) return "content_policy";
  if (!STATUSES.has(status)) return undefined;
  const error = block(block(Array.isArray(body) ? body[0] : body).error);
  const words = [error.code, error.type, error.status, block(error.innererror).code];
  const coded = words.map((word) => byCode[String(word)]).find((limit) => limit !== undefined);
  return coded ?? byWords.find(([pattern]) => pattern.test(message))?.[1];
}
