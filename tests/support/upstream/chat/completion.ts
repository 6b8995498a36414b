import type { AnswerCall } from "../text/answer.ts";
import type { Reply } from "../text/endpoint.ts";
import type { TextUsage } from "../text/usage.ts";

/** Returns the fields that every chunk of a completion repeats. */
export function envelope(
  { ask, exchange }: Reply,
  id: string,
  object: "chat.completion" | "chat.completion.chunk",
): object {
  return { id, object, created: exchange.nowSeconds, model: ask.model };
}

/** Returns a whole completion, with `n` equal choices. */
export function completionOf(reply: Reply): object {
  const count = Number(reply.body.n ?? 1);
  const choices = Array.from({ length: count }, (_, index) => ({
    index,
    message: messageOf(reply),
    logprobs: null,
    finish_reason: finishOf(reply),
  }));
  return {
    ...envelope(reply, reply.exchange.newId("chatcmpl-", 29), "chat.completion"),
    choices,
    ...(reply.usage && { usage: usageOf(reply.usage) }),
    service_tier: "default",
    system_fingerprint: "fp_upstream",
  };
}

/**
 * Returns the name of the field with the reasoning: OpenAI's own models hide it, routers with author/model names call
 * it `reasoning`, others `reasoning_content`.
 */
export function reasoningKey(reply: Reply): "reasoning" | "reasoning_content" | undefined {
  const { ask, answer } = reply;
  if (!answer.thinking || /^(gpt-|o\d)/.test(ask.model)) return undefined;
  if (tagsReasoning(reply)) return undefined;
  return ask.model.includes("/") ? "reasoning" : "reasoning_content";
}

/** Returns the text of the response; MiniMax has the reasoning in it unless the request splits them. */
export function contentOf(reply: Reply): string {
  const { thinking, text } = reply.answer;
  return thinking && tagsReasoning(reply) ? `<think>\n${thinking}\n</think>\n\n${text}` : text;
}

function tagsReasoning({ exchange, body }: Reply): boolean {
  return exchange.request.path.startsWith("/minimax/") && body.reasoning_split !== true;
}

export function annotationsOf({ answer }: Reply): object[] {
  const { search, text } = answer;
  if (!search) return [];
  return [
    {
      type: "url_citation",
      url_citation: { start_index: 0, end_index: text.length, title: search.title, url: search.url },
    },
  ];
}

export function finishOf({ answer }: Reply): string {
  return { stop: "stop", length: "length", tool: "tool_calls", filter: "content_filter", pause: "stop" }[answer.finish];
}

export function usageOf(usage: TextUsage): object {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function messageOf(reply: Reply): object {
  const { answer, exchange } = reply;
  const key = reasoningKey(reply);
  const calls = answer.toolCalls.map((call) => ({
    id: call.id ?? exchange.newId("call_"),
    type: typeOf(call),
    ...calledTool(call.isCustom, call.name, inputOf(call)),
  }));
  return {
    role: "assistant",
    content: calls.length > 0 && answer.text === "" ? null : contentOf(reply),
    ...(key && { [key]: answer.thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(exchange.fault.unknownBlock && { future_field: { new: true } }),
    refusal: null,
    annotations: annotationsOf(reply),
  };
}

/** Returns the input of a call as text. */
export function inputOf({ isCustom, arguments: input }: AnswerCall): string {
  return isCustom ? String(input) : JSON.stringify(input);
}

/** Returns the fields of a call with this input, or with a piece of it if `name` is undefined. */
export function calledTool(isCustom: boolean | undefined, name: string | undefined, input: string): object {
  return isCustom ? { custom: { name, input } } : { function: { name, arguments: input } };
}

export function typeOf({ isCustom }: AnswerCall): string {
  return isCustom ? "custom" : "function";
}
