import type { Event } from "#tests/pipeline/calling.ts";
import { frame } from "./event-stream.ts";

type Body = Record<string, Event>;

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html */
const MEMBERS = [
  ...["messages", "system", "inferenceConfig", "toolConfig", "guardrailConfig", "outputConfig", "serviceTier"],
  ...["additionalModelRequestFields", "additionalModelResponseFieldPaths", "promptVariables", "requestMetadata"],
  "performanceConfig",
];

/** Returns a field that Converse does not have. AWS does not say what it does with one, so the fake rejects it. */
export function unknownField(body: Body): string | undefined {
  return Object.keys(body).find((name) => !MEMBERS.includes(name));
}

/** Returns a Converse request as the Messages request that the fake upstream understands. */
export function messagesOf(model: string, { messages, system, toolConfig, inferenceConfig }: Body): Body {
  return {
    model,
    max_tokens: inferenceConfig?.maxTokens ?? 4096,
    stream: true,
    ...(system && { system: system.map(({ text }: Body) => ({ type: "text", text })) }),
    ...(toolConfig && {
      tools: toolConfig.tools.map(({ toolSpec: { name, description, inputSchema } }: Body) => ({
        name,
        description,
        input_schema: inputSchema.json,
      })),
    }),
    messages: messages.map(({ role, content }: Body) => ({ role, content: content.map(blockOf) })),
  };
}

function blockOf({ text, toolUse, toolResult }: Body): Body {
  if (toolUse) return { type: "tool_use", id: toolUse.toolUseId, name: toolUse.name, input: toolUse.input };
  if (toolResult)
    return { type: "tool_result", tool_use_id: toolResult.toolUseId, content: toolResult.content.map(blockOf) };
  return { type: "text", text };
}

/** Returns Anthropic's events as those of ConverseStream. */
export function converseEvents(events: Event[]): [type: string, body: Body][] {
  const usage = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0 };
  return events.flatMap((event): [string, Body][] => {
    Object.assign(usage, event.message?.usage, event.usage);
    const at = { contentBlockIndex: event.index };
    if (event.type === "message_start") return [["messageStart", { role: "assistant" }]];
    if (event.type === "content_block_start" && event.content_block.type === "tool_use") {
      const { id: toolUseId, name } = event.content_block;
      return [["contentBlockStart", { ...at, start: { toolUse: { toolUseId, name } } }]];
    }
    if (event.type === "content_block_delta") return [["contentBlockDelta", { ...at, delta: deltaOf(event.delta) }]];
    if (event.type === "content_block_stop") return [["contentBlockStop", at]];
    if (event.type === "message_delta") return [["messageStop", { stopReason: event.delta.stop_reason }]];
    if (event.type !== "message_stop") return [];
    const { input_tokens: inputTokens, output_tokens: outputTokens, cache_read_input_tokens: read = 0 } = usage;
    const totalTokens = inputTokens + outputTokens + read;
    const counted = { inputTokens, outputTokens, totalTokens, cacheReadInputTokens: read };
    return [["metadata", { usage: counted, metrics: { latencyMs: 12 } }]];
  });
}

function deltaOf({ type, text, partial_json: input, thinking }: Event): Body {
  if (type === "input_json_delta") return { toolUse: { input } };
  return type === "thinking_delta" ? { reasoningContent: { text: thinking } } : { text };
}

export function converseFrames(events: Event[]): Buffer[] {
  return converseEvents(events).map(([type, body]) => frame("event", type, { ...body, p: "abcd" }));
}

/** Returns the whole response of Converse from the same events. */
export function converseResponse(events: Event[]): Body {
  const text = events.map((event) => (event.type === "content_block_delta" ? (event.delta.text ?? "") : "")).join("");
  const [stop, metadata] = converseEvents(events).slice(-2);
  const message = { role: "assistant", content: [{ text }] };
  return { output: { message }, ...stop?.[1], ...metadata?.[1] };
}
