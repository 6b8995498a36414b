import type { OpenRouter } from "@openrouter/sdk";
import type {
  ChatAssistantMessage,
  ChatMessages,
  ChatRequest,
  ChatResult,
  ChatStreamChunk,
  ChatToolCall,
} from "@openrouter/sdk/models";
import type { Client, Connection, Turn, TurnRequest } from "../scenario/scenario-driver.ts";
import { openrouterClient } from "./openrouter-responses.ts";

/** `@openrouter/sdk`: `chat.send()`. */
export const openrouterChat: Client = {
  name: "@openrouter/sdk chat",
  dialect: "chat",
  ask: (connection, ask) => turn(connection, ask, [...systemMessages(ask), userMessage(ask.prompt, ask.image)]),
};

type Message = ChatAssistantMessage & { role: "assistant"; toolCalls: ChatToolCall[] };
type Detail = NonNullable<ChatAssistantMessage["reasoningDetails"]>[number] & { index?: number; text?: string };
type Whole = { message: Message; usage?: { promptTokens: number; completionTokens: number } };

async function turn(connection: Connection, ask: TurnRequest, messages: ChatMessages[]): Promise<Turn> {
  const { message, usage } = await completionOf(openrouterClient(connection, ask.signal), ask, messages);
  const replayed = [...messages, message];
  return {
    text: typeof message.content === "string" ? message.content : "",
    reasoning: message.reasoning ?? "",
    calls: message.toolCalls.map((call) => ({ id: call.id, name: call.function.name })),
    inputTokens: usage?.promptTokens,
    outputTokens: usage?.completionTokens,
    answerCalls: (results) =>
      turn(connection, ask, [
        ...replayed,
        ...message.toolCalls.map(({ id }, index) => ({
          role: "tool" as const,
          toolCallId: id,
          content: results[index] ?? "",
        })),
      ]),
    say: (prompt) => turn(connection, ask, [...replayed, userMessage(prompt)]),
  };
}

async function completionOf(client: OpenRouter, ask: TurnRequest, messages: ChatMessages[]): Promise<Whole> {
  const chatRequest = requestOf(ask, messages);
  const options = { signal: ask.signal };
  if (ask.streamed) {
    const stream = await client.chat.send({ chatRequest: { ...chatRequest, stream: true } }, options);
    return collectStream(stream as AsyncIterable<ChatStreamChunk>, ask);
  }
  const response = await client.chat.send({ chatRequest: { ...chatRequest, stream: false } }, options);
  const { choices, usage } = response as ChatResult;
  const message = choices[0]?.message as Message;
  return { message: { ...message, toolCalls: message.toolCalls ?? [] }, usage };
}

/** The message of a stream, collected as callers of this client must. */
async function collectStream(stream: AsyncIterable<ChatStreamChunk>, { onText }: TurnRequest): Promise<Whole> {
  const message: Message = { role: "assistant", content: "", toolCalls: [] };
  const details: Detail[] = [];
  let usage: Whole["usage"];
  let finish: string | null | undefined;
  for await (const chunk of stream) {
    if (chunk.error) throw new Error(chunk.error.message);
    usage = chunk.usage ?? usage;
    const { delta, finishReason } = chunk.choices[0] ?? {};
    finish = finishReason ?? finish;
    if (delta?.content) onText?.(delta.content);
    if (delta?.content) message.content += delta.content;
    if (delta?.reasoning) message.reasoning = (message.reasoning ?? "") + delta.reasoning;
    addDetails(details, (delta?.reasoningDetails ?? []) as Detail[]);
    addCalls(message.toolCalls, delta?.toolCalls ?? []);
  }
  if (!finish) throw new Error("the stream ended without a finish reason");
  return { message: { ...message, ...(details.length > 0 && { reasoningDetails: details }) }, usage };
}

type CallPiece = { index: number; id?: string; function?: { name?: string; arguments?: string } };

function addCalls(calls: ChatToolCall[], pieces: CallPiece[]): void {
  for (const { index, id = "", function: piece } of pieces) {
    calls[index] ??= { id, type: "function", function: { name: piece?.name ?? "", arguments: "" } };
    calls[index].function.arguments += piece?.arguments ?? "";
  }
}

function addDetails(details: Detail[], pieces: Detail[]): void {
  for (const piece of pieces) {
    const known = details.find(({ index }) => index === piece.index);
    if (known) Object.assign(known, piece, { text: (known.text ?? "") + (piece.text ?? "") });
    else details.push({ ...piece });
  }
}

function requestOf({ model, stop, schema, thinks, tools }: TurnRequest, messages: ChatMessages[]): ChatRequest {
  return {
    model,
    messages,
    ...(stop && { stop }),
    ...(thinks && { reasoning: { effort: "low" } }),
    ...(schema && { responseFormat: { type: "json_schema", jsonSchema: { name: "answer", schema } } }),
    ...(tools && {
      tools: tools.map((name) => ({
        type: "function",
        function: { name, parameters: { type: "object", properties: {} } },
      })),
    }),
  };
}

function systemMessages({ system }: TurnRequest): ChatMessages[] {
  return system ? [{ role: "system", content: system }] : [];
}

function userMessage(prompt: string, image?: string): ChatMessages {
  if (!image) return { role: "user", content: prompt };
  const picture = { type: "image_url" as const, imageUrl: { url: `data:image/png;base64,${image}` } };
  return { role: "user", content: [{ type: "text", text: prompt }, picture] };
}
