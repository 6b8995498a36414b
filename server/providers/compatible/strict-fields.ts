import { type Block, block, list } from "../exchange/json.ts";
import type { FieldNote } from "../requests/field-note.ts";
import { formatOrTools } from "./schema-in-prompt.ts";

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

/** Groq takes no JSON format together with tools (https://console.groq.com/docs/structured-outputs). */
export function prepareForGroq(body: Block, note: FieldNote): Block {
  return formatOrTools(renamingReasoning(body), note);
}

/** https://inference-docs.cerebras.ai/resources/openai */
export const cerebrasChat = { extensions: [], lacks: () => CEREBRAS_LACKS };
const CEREBRAS_LACKS = ["frequency_penalty", "presence_penalty", "logit_bias"];

/** Cerebras takes strict tools only if all are (https://github.com/Kilo-Org/kilocode/pull/5204). */
export function prepareForCerebras(given: Block, note: FieldNote): Block {
  const body = renamingReasoning(given);
  const tools = list(body.tools).map(block);
  const isStrict = ({ function: definition }: Block) => block(definition).strict === true;
  if (!tools.some(isStrict) || tools.every(isStrict)) return body;
  note("tools[].function.strict", "changed to false (the provider takes strict tools only if all are)");
  return { ...body, tools: tools.map((tool) => (isStrict(tool) ? withoutStrict(tool) : tool)) };
}

function withoutStrict(tool: Block): Block {
  return { ...tool, function: { ...block(tool.function), strict: false } };
}

/** Gives a model's reasoning the name under which both take it back (https://github.com/vercel/ai/pull/15416). */
function renamingReasoning(body: Block): Block {
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
export function prepareForMistral({ seed, max_completion_tokens: limit, ...body }: Block, note: FieldNote): Block {
  const renamed: Block = { ...body };
  if (seed !== undefined) renamed.random_seed ??= seed;
  if (limit !== undefined) renamed.max_tokens ??= limit;
  const kept = withMessages(renamed, ({ reasoning_content: _, ...message }) => message);
  if (kept !== renamed) note("messages[] (reasoning)", "dropped");
  return kept;
}

/** Changes only messages that have `reasoning_content`. */
function withMessages(body: Block, change: (message: Block) => Block): Block {
  if (!list(body.messages).some((message) => block(message).reasoning_content !== undefined)) return body;
  const changed = (message: Block) => (message.reasoning_content === undefined ? message : change(message));
  return { ...body, messages: list(body.messages).map((message) => changed(block(message))) };
}
