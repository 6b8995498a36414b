import { type Block, block, list } from "../exchange/json.ts";

const OPENAI = [
  ...["model", "messages", "stream", "stream_options", "temperature", "top_p", "n", "stop", "response_format", "tools"],
  ...["tool_choice", "parallel_tool_calls", "presence_penalty", "frequency_penalty", "max_tokens", "metadata"],
  ...["reasoning_effort", "max_completion_tokens", "seed"],
];

/** Groq rejects any other field: https://console.groq.com/docs/api-reference#chat-create */
export const groqFields = new Set([
  ...OPENAI,
  ...["user", "service_tier", "store", "include_reasoning", "reasoning_format", "documents", "citation_options"],
  ...["disable_tool_validation", "search_settings", "include_domains", "exclude_domains", "compound_custom"],
  ...["functions", "function_call"],
]);

export const groqMessageFields = new Set([
  ...["role", "content", "name", "tool_calls", "tool_call_id", "function_call", "reasoning", "channel"],
]);

/** Groq has the model's reasoning under another name. */
export function prepareForGroq(body: Block): Block {
  return withMessages(body, ({ reasoning_content: reasoning, ...message }) => ({ reasoning, ...message }));
}

/** Mistral rejects any other field, and has two under other names: https://docs.mistral.ai/api/#tag/chat */
export const mistralFields = new Set([
  ...OPENAI,
  ...["random_seed", "prediction", "prompt_mode", "safe_prompt", "guardrails", "prompt_cache_key"],
]);

export const mistralMessageFields = new Set(["role", "content", "tool_calls", "tool_call_id", "name", "prefix"]);

/** Also removes an empty list of tools, which it rejects. Its models' reasoning is in parts of the content. */
export function prepareForMistral({ seed, max_completion_tokens: limit, ...body }: Block): Block {
  const renamed: Block = { ...body };
  if (seed !== undefined) renamed.random_seed ??= seed;
  if (limit !== undefined) renamed.max_tokens ??= limit;
  if (list(body.tools).length === 0) delete renamed.tools;
  return withMessages(renamed, ({ reasoning_content: _, ...message }) => message);
}

/** Changes only messages that have `reasoning_content`. */
function withMessages(body: Block, change: (message: Block) => Block): Block {
  if (!list(body.messages).some((message) => block(message).reasoning_content !== undefined)) return body;
  const changed = (message: Block) => (message.reasoning_content === undefined ? message : change(message));
  return { ...body, messages: list(body.messages).map((message) => changed(block(message))) };
}
