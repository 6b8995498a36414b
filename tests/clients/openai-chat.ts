import type OpenAI from "openai";
import type { ChatCompletionMessage, ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { openaiClient } from "./openai-responses.ts";
import type { Client, Connection, Turn, TurnRequest } from "./scenario/scenario-driver.ts";

/** `openai`: `chat.completions.create()` and `chat.completions.stream()`. */
export const openaiChat: Client = {
  name: "openai chat",
  dialect: "chat",
  ask: (connection, ask) => turn(connection, ask, [...systemMessages(ask), userMessage(ask.prompt, ask.image)]),
};

/** Fields of the gateway's messages that the client passes on without knowing them. */
type Detail = { index: number; text?: string; signature?: string };
type Reasoning = { reasoning?: string; reasoning_details?: Detail[] };
type Reasoned = ChatCompletionMessage & Reasoning;

async function turn(connection: Connection, ask: TurnRequest, messages: ChatCompletionMessageParam[]): Promise<Turn> {
  const { message, usage } = await completionOf(openaiClient(connection), ask, messages);
  const calls = (message.tool_calls ?? []).filter((call) => call.type === "function");
  const replayed = [...messages, message];
  return {
    text: message.content ?? "",
    reasoning: message.reasoning ?? "",
    calls: calls.map((call) => ({ id: call.id, name: call.function.name })),
    inputTokens: usage?.prompt_tokens,
    outputTokens: usage?.completion_tokens,
    answerCalls: (results) =>
      turn(connection, ask, [
        ...replayed,
        ...calls.map(({ id }, index) => ({ role: "tool" as const, tool_call_id: id, content: results[index] ?? "" })),
      ]),
    say: (prompt) => turn(connection, ask, [...replayed, userMessage(prompt)]),
  };
}

async function completionOf(client: OpenAI, ask: TurnRequest, messages: ChatCompletionMessageParam[]) {
  const body = bodyOf(ask, messages);
  const options = { signal: ask.signal };
  if (!ask.streamed) {
    const { choices, usage } = await client.chat.completions.create(body, options);
    return { message: choices[0]?.message as Reasoned, usage };
  }
  const stream = client.chat.completions.stream({ ...body, stream_options: { include_usage: true } }, options);
  const reasoning: Required<Reasoning> = { reasoning: "", reasoning_details: [] };
  stream.on("content", (piece) => ask.onText?.(piece));
  stream.on("chunk", ({ choices }) => addReasoning(reasoning, (choices[0]?.delta ?? {}) as Reasoning));
  const { choices, usage } = await stream.finalChatCompletion();
  return { message: { ...choices[0]?.message, ...(reasoning.reasoning && reasoning) } as Reasoned, usage };
}

/** The client keeps only the last piece of an unknown field, so callers must collect them. */
function addReasoning(whole: Required<Reasoning>, delta: Reasoning): void {
  whole.reasoning += delta.reasoning ?? "";
  for (const detail of delta.reasoning_details ?? []) {
    const known = whole.reasoning_details.find(({ index }) => index === detail.index);
    if (known) Object.assign(known, detail, { text: (known.text ?? "") + (detail.text ?? "") });
    else whole.reasoning_details.push({ ...detail });
  }
}

function bodyOf({ model, stop, schema, thinks, tools }: TurnRequest, messages: ChatCompletionMessageParam[]) {
  return {
    model,
    messages,
    stop,
    ...(thinks && { reasoning_effort: "low" as const }),
    ...(schema && { response_format: { type: "json_schema" as const, json_schema: { name: "answer", schema } } }),
    ...(tools && {
      tools: tools.map((name) => ({
        type: "function" as const,
        function: { name, parameters: { type: "object", properties: {} } },
      })),
    }),
  };
}

function systemMessages({ system }: TurnRequest): ChatCompletionMessageParam[] {
  return system ? [{ role: "system", content: system }] : [];
}

function userMessage(prompt: string, image?: string): ChatCompletionMessageParam {
  if (!image) return { role: "user", content: prompt };
  const picture = { type: "image_url" as const, image_url: { url: `data:image/png;base64,${image}` } };
  return { role: "user", content: [{ type: "text", text: prompt }, picture] };
}
