import type { Rule, ScriptedReply } from "#tests/support/upstream/rule.ts";
import type { Event } from "../calling.ts";
import { ending as anthropicEnding, message } from "../native/anthropic-events.ts";

// Endings that the fake upstream does not support by itself, in each provider's format.

const named = (events: Event[]): string[] =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

const usage = { input_tokens: 3, output_tokens: 5 };

/** Claude's refusal: no content, only the reason. */
export function refusedByAnthropic(details: object): ScriptedReply {
  const delta = { stop_reason: "refusal", stop_sequence: null, ...details };
  return {
    events: named([
      { type: "message_start", message },
      { type: "message_delta", delta, usage },
      { type: "message_stop" },
    ]),
  };
}

/** A turn that Claude pauses while it waits for its own search. */
export const pausedAtOnce: ScriptedReply = {
  events: named([
    { type: "message_start", message },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "server_tool_use", id: "s1", name: "web_search", input: {} },
    },
    { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"query":"x"}' } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "pause_turn", stop_sequence: null }, usage },
    anthropicEnding[1],
  ]),
};

const WHY = "I cannot help with that.";
const details = { type: "refusal", category: "cyber", explanation: WHY, recommended_model: "claude-b" };

const chunk = (choices: object[], more: object = {}) => ({
  id: "c1",
  object: "chat.completion.chunk",
  created: 7,
  model: "m",
  choices,
  ...more,
});
const chatUsage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };

function chatRefusal(): ScriptedReply {
  const delta = { role: "assistant", content: null, refusal: WHY };
  return {
    events: [
      chunk([{ index: 0, delta, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: "stop" }]),
      chunk([], { usage: chatUsage }),
      "data: [DONE]\n\n",
    ],
  };
}

/** A chat response with this finish reason. */
export function chatEnd(reason: string | null): ScriptedReply {
  return {
    events: [
      chunk([{ index: 0, delta: { role: "assistant", content: "Hello" }, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: reason }]),
      chunk([], { usage: chatUsage }),
      "data: [DONE]\n\n",
    ],
  };
}

function responsesRefusal(): ScriptedReply {
  const part = { type: "refusal", refusal: WHY };
  const item = { type: "message", id: "i1", role: "assistant", status: "completed", content: [part] };
  const response = { id: "r1", object: "response", created_at: 7, model: "g", output: [] };
  const place = { item_id: "i1", output_index: 0, content_index: 0 };
  const events: Event[] = [
    { type: "response.created", response: { ...response, status: "in_progress" } },
    { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress", content: [] } },
    { type: "response.content_part.added", ...place, part: { type: "refusal", refusal: "" } },
    { type: "response.refusal.delta", ...place, delta: WHY },
    { type: "response.refusal.done", ...place, refusal: WHY },
    { type: "response.output_item.done", output_index: 0, item },
    {
      type: "response.completed",
      response: { ...response, status: "completed", output: [item], usage: { ...usage, total_tokens: 8 } },
    },
  ];
  return { events: events.map((event, sequence_number) => ({ ...event, sequence_number })) };
}

const toResponses: Rule["match"] = ({ path }) => path.endsWith("/responses");

/** Each provider's form of a refusal. Gemini has only its filters. */
export const refusal = {
  anthropic: [{ reply: refusedByAnthropic({ stop_details: details }) }],
  openai: [{ match: toResponses, reply: responsesRefusal() }, { reply: chatRefusal() }],
  compatible: [{ reply: chatRefusal() }],
};

const counts = { promptTokenCount: 3, candidatesTokenCount: 5, totalTokenCount: 8 };

export function blockedPrompt(blockReason: string): ScriptedReply {
  return { events: [{ promptFeedback: { blockReason }, usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 } }] };
}

/** A Gemini response with this finish reason. */
export function geminiEnd(finishReason: string): ScriptedReply {
  const content = { role: "model", parts: [{ text: "Hello" }] };
  return {
    events: [
      { candidates: [{ index: 0, content }] },
      { candidates: [{ index: 0, finishReason }], usageMetadata: counts },
    ],
  };
}

const quota = { type: "insufficient_quota", code: "insufficient_quota", message: "You exceeded your current quota." };

/** OpenAI's error inside a 200 response when the account has no credits left. */
export const outOfQuota = {
  openai: [
    {
      match: toResponses,
      reply: { events: [{ type: "error", sequence_number: 0, error: { ...quota, param: null } }] },
    },
    { reply: { events: [{ error: quota }] } },
  ],
  compatible: [{ reply: { events: [{ error: quota }] } }],
};
