import { type Block, block, list } from "../exchange/json.ts";

/** Fields of OpenAI's chat that both reject, as they do every field that they do not know. */
const NEITHER = [
  ...["logit_bias", "logprobs", "top_logprobs", "verbosity", "modalities", "audio", "web_search_options"],
  ...["safety_identifier", "prompt_cache_retention", "prompt_cache_options"],
];

/** Fields of OpenAI's responses, which clients send back with the message. */
const NEITHER_IN_MESSAGES = ["refusal", "annotations", "audio", "function_call"];

/** https://console.groq.com/docs/openai#currently-unsupported-openai-features */
export const groqChat = {
  extensions: ["include_reasoning"],
  lacks: () => GROQ_LACKS,
  lacksInMessages: NEITHER_IN_MESSAGES,
};
const GROQ_LACKS = [...NEITHER, "prompt_cache_key", "prediction"];

/**
 * Gives a model's reasoning the name under which Groq and Cerebras (https://github.com/vercel/ai/pull/15416) take it
 * back.
 */
export function renamingReasoning(body: Block): Block {
  return withMessages(body, ({ reasoning_content: reasoning, ...message }) => ({ reasoning, ...message }));
}

/** https://docs.mistral.ai/api/endpoint/chat */
export const mistralChat = {
  extensions: [],
  lacks: () => MISTRAL_LACKS,
  lacksInMessages: ["reasoning", "reasoning_content", ...NEITHER_IN_MESSAGES],
};
const MISTRAL_LACKS = [...NEITHER, "user", "service_tier", "store"];

/** Gives the seed and the limit Mistral's names. Its models' reasoning is in parts of the content. */
export function prepareForMistral({ seed, max_completion_tokens: limit, ...body }: Block): Block {
  const renamed: Block = { ...body };
  if (seed !== undefined) renamed.random_seed ??= seed;
  if (limit !== undefined) renamed.max_tokens ??= limit;
  return withMessages(renamed, ({ reasoning_content: _, ...message }) => message);
}

/** Changes only messages that have `reasoning_content`. */
function withMessages(body: Block, change: (message: Block) => Block): Block {
  if (!list(body.messages).some((message) => block(message).reasoning_content !== undefined)) return body;
  const changed = (message: Block) => (message.reasoning_content === undefined ? message : change(message));
  return { ...body, messages: list(body.messages).map((message) => changed(block(message))) };
}
