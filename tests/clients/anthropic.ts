import Anthropic from "@anthropic-ai/sdk";
import type { Message, MessageParam } from "@anthropic-ai/sdk/resources/messages";
import type { Client, Connection, Turn, TurnRequest } from "./scenario/scenario-driver.ts";

/** `@anthropic-ai/sdk`: `messages.create()` and `messages.stream()`. */
export const anthropicMessages: Client = {
  name: "anthropic",
  dialect: "messages",
  ask: (connection, ask) => turn(connection, ask, [userMessage(ask.prompt, ask.image)]),
};

export function anthropicClient({ url, key, retries = 0 }: Connection): Anthropic {
  return new Anthropic({ apiKey: key, baseURL: `${url}/api`, maxRetries: retries });
}

async function turn(connection: Connection, ask: TurnRequest, messages: MessageParam[]): Promise<Turn> {
  const message = await messageOf(anthropicClient(connection), ask, messages);
  const calls = message.content.filter((block) => block.type === "tool_use");
  const replayed: MessageParam[] = [...messages, { role: "assistant", content: message.content }];
  return {
    text: message.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    reasoning: message.content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""),
    calls: calls.map(({ id, name }) => ({ id, name })),
    inputTokens: message.usage.input_tokens,
    outputTokens: message.usage.output_tokens,
    answerCalls: (results) =>
      turn(connection, ask, [
        ...replayed,
        {
          role: "user",
          content: calls.map(({ id }, index) => ({ type: "tool_result", tool_use_id: id, content: results[index] })),
        },
      ]),
    say: (prompt) => turn(connection, ask, [...replayed, userMessage(prompt)]),
  };
}

async function messageOf(client: Anthropic, ask: TurnRequest, messages: MessageParam[]): Promise<Message> {
  const body = bodyOf(ask, messages);
  const options = { signal: ask.signal };
  if (!ask.streamed) return client.messages.create(body, options);
  const stream = client.messages.stream(body, options);
  stream.on("text", (piece) => ask.onText?.(piece));
  return stream.finalMessage();
}

function bodyOf({ model, system, stop, schema, thinks, tools }: TurnRequest, messages: MessageParam[]) {
  return {
    model,
    messages,
    max_tokens: 4096,
    system,
    ...(stop && { stop_sequences: [stop] }),
    ...(thinks && { thinking: { type: "enabled" as const, budget_tokens: 1024 } }),
    ...(schema && { output_config: { format: { type: "json_schema" as const, schema } } }),
    ...(tools && { tools: tools.map((name) => ({ name, input_schema: { type: "object" as const, properties: {} } })) }),
  };
}

function userMessage(prompt: string, image?: string): MessageParam {
  if (!image) return { role: "user", content: prompt };
  const source = { type: "base64" as const, media_type: "image/png" as const, data: image };
  return {
    role: "user",
    content: [
      { type: "image", source },
      { type: "text", text: prompt },
    ],
  };
}
