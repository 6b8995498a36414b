import type { Body } from "#server/dialects/dialect.ts";

/** What a provider sends: a whole response, and the events of a stream with the same content. */
export type ProviderResponse = { whole: Body; events: (Body | string)[] };

const TEXT = "Hello there";

/** A response from OpenAI with output items before its text, in the API's format. */
export function response(usage: Body, items: Body[] = [], more: Body = {}): ProviderResponse {
  const said = {
    id: "msg_1",
    type: "message",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text: TEXT, annotations: [] }],
  };
  const output = [...items.map((item, index) => ({ id: `it_${index}`, ...item })), said];
  const begun = { id: "resp_1", object: "response", created_at: 1, model: "m", status: "in_progress", output: [] };
  const whole = { ...begun, status: "completed", output, usage, ...more };
  const place = { item_id: "msg_1", output_index: output.length - 1, content_index: 0 };
  return {
    whole,
    events: [
      { type: "response.created", response: begun },
      ...output.slice(0, -1).flatMap((item, output_index) => [
        { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } },
        { type: "response.output_item.done", output_index, item },
      ]),
      {
        type: "response.output_item.added",
        output_index: output.length - 1,
        item: { ...said, status: "in_progress", content: [] },
      },
      { type: "response.output_text.delta", ...place, delta: TEXT, logprobs: [] },
      { type: "response.output_item.done", output_index: output.length - 1, item: said },
      { type: "response.completed", response: whole },
    ],
  };
}

/** A response of Perplexity's Agent API, whose text comes with its item alone. */
export function agentResponse(usage: Body): ProviderResponse {
  const content = [{ type: "output_text", text: TEXT, annotations: [] }];
  const said = { id: "msg_1", type: "message", role: "assistant", status: "completed", content };
  const whole = {
    id: "resp_1",
    object: "response",
    created_at: 1,
    model: "m",
    status: "completed",
    output: [said],
    usage,
  };
  return {
    whole,
    events: [
      { type: "response.created", sequence_number: 0, response: { ...whole, status: "in_progress", output: [] } },
      { type: "response.output_item.done", sequence_number: 1, output_index: 0, item: said },
      { type: "response.completed", sequence_number: 2, response: whole },
    ],
  };
}

/** A message from Anthropic; a stream reports the usage `begun` at its start, and all of it at its end. */
export function message(usage: Body, begun: Body = { input_tokens: 1, output_tokens: 1 }): ProviderResponse {
  const head = { id: "msg_1", type: "message", role: "assistant", model: "m", stop_sequence: null };
  return {
    whole: { ...head, content: [{ type: "text", text: TEXT }], stop_reason: "end_turn", usage: { ...begun, ...usage } },
    events: [
      { type: "message_start", message: { ...head, content: [], stop_reason: null, usage: begun } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: TEXT } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage },
      { type: "message_stop" },
    ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  };
}

/** A completion in OpenAI's chat dialect. */
export function completion(usage: Body, more: Body = {}): ProviderResponse {
  const head = { id: "c1", created: 1, model: "m", ...more };
  const choice = (field: string, message: Body, finish_reason: string | null) => ({
    choices: [{ index: 0, [field]: message, finish_reason }],
  });
  const chunk = { ...head, object: "chat.completion.chunk" };
  return {
    whole: {
      ...head,
      object: "chat.completion",
      ...choice("message", { role: "assistant", content: TEXT }, "stop"),
      usage,
    },
    events: [
      { ...chunk, ...choice("delta", { role: "assistant", content: TEXT }, null) },
      { ...chunk, ...choice("delta", {}, "stop") },
      { ...chunk, choices: [], usage },
      "data: [DONE]\n\n",
    ],
  };
}

/** A Gemini stream, the only form used; each event may have its own grounding metadata. */
export function geminiReply(usageMetadata: Body, grounding: Body[] = []): ProviderResponse {
  const parts = (text: string) => ({ content: { role: "model", parts: [{ text }] }, index: 0 });
  const events: Body[] = [
    { candidates: [parts(TEXT)], usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 } },
    ...grounding.map((groundingMetadata) => ({ candidates: [{ ...parts("."), groundingMetadata }] })),
    { candidates: [{ ...parts(""), finishReason: "STOP" }], usageMetadata, responseId: "g1" },
  ];
  return { whole: {}, events };
}
