import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, Output, streamText, tool } from "ai";
import type { Client, Connection, Turn, TurnRequest } from "./scenario/scenario-driver.ts";

/** How one provider package of `ai` creates a model and requests reasoning that can be sent back. */
type Package = {
  model(address: { apiKey: string; baseURL: string }, id: string): LanguageModel;
  reasoning: Parameters<typeof generateText>[0]["providerOptions"];
};

const packages = {
  "@ai-sdk/openai responses": {
    dialect: "responses",
    model: (address, id) => createOpenAI(address).responses(id),
    reasoning: {
      openai: {
        reasoningEffort: "low",
        reasoningSummary: "auto",
        store: false,
        include: ["reasoning.encrypted_content"],
        forceReasoning: true,
      },
    },
  },
  "@ai-sdk/openai chat": {
    dialect: "chat",
    ignoresReasoning: true,
    model: (address, id) => createOpenAI(address).chat(id),
    reasoning: {},
  },
  "@ai-sdk/anthropic": {
    dialect: "messages",
    model: (address, id) => createAnthropic(address)(id),
    reasoning: { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } },
  },
  "@openrouter/ai-sdk-provider": {
    dialect: "chat",
    model: (address, id) => createOpenRouter(address)(id),
    reasoning: { openrouter: { reasoning: { effort: "low" } } },
  },
} satisfies Record<string, Package & Omit<Client, "name" | "ask">>;

export const packageNames = Object.keys(packages) as (keyof typeof packages)[];

/** `ai` with one of its provider packages: `generateText()` and `streamText()`. */
export function aiSdk(name: keyof typeof packages): Client {
  const { model: _model, reasoning: _reasoning, ...traits } = packages[name];
  return {
    name: `ai with ${name}`,
    ...traits,
    ask: (connection, ask) => turn(connection, name, ask, [userMessage(ask.prompt, ask.image)]),
  };
}

/** A model of the gateway through a provider package. */
export function aiModel({ url, key }: Connection, name: keyof typeof packages, id: string): LanguageModel {
  return packages[name].model({ apiKey: key, baseURL: `${url}/api/v1` }, id);
}

async function turn(
  connection: Connection,
  name: keyof typeof packages,
  ask: TurnRequest,
  messages: ModelMessage[],
): Promise<Turn> {
  const settings = settingsOf(connection, name, ask, messages);
  const result = ask.streamed ? await readStream(settings, ask) : await generateText(settings);
  const calls = result.toolCalls.map(({ toolCallId, toolName }) => ({ id: toolCallId, name: toolName }));
  const replayed = [...messages, ...result.responseMessages];
  return {
    text: result.text,
    reasoning: result.reasoningText ?? "",
    calls,
    inputTokens: result.usage.inputTokens,
    outputTokens: result.usage.outputTokens,
    answerCalls: (results) =>
      turn(connection, name, ask, [
        ...replayed,
        {
          role: "tool",
          content: calls.map((call, index) => ({
            type: "tool-result",
            toolCallId: call.id,
            toolName: call.name,
            output: { type: "text", value: results[index] ?? "" },
          })),
        },
      ]),
    say: (prompt) => turn(connection, name, ask, [...replayed, userMessage(prompt)]),
  };
}

/** Reads a stream to its end. Throws the errors it reports, as a careful caller would. */
async function readStream(settings: Parameters<typeof streamText>[0], { onText, signal }: TurnRequest) {
  const errors: unknown[] = [];
  const result = streamText({ ...settings, onError: ({ error }) => void errors.push(error) });
  for await (const piece of result.textStream) onText?.(piece);
  signal?.throwIfAborted();
  if (errors.length > 0) throw errors[0];
  const [text, reasoningText, toolCalls, usage, responseMessages] = await Promise.all([
    result.text,
    result.reasoningText,
    result.toolCalls,
    result.usage,
    result.responseMessages,
  ]);
  return { text, reasoningText, toolCalls, usage, responseMessages };
}

function settingsOf(connection: Connection, name: keyof typeof packages, ask: TurnRequest, messages: ModelMessage[]) {
  return {
    model: aiModel(connection, name, ask.model),
    messages,
    maxRetries: connection.retries ?? 0,
    abortSignal: ask.signal,
    instructions: ask.system,
    ...(ask.stop && { stopSequences: [ask.stop] }),
    ...(ask.thinks && { providerOptions: packages[name].reasoning }),
    ...(ask.schema && { output: Output.object({ schema: jsonSchema(ask.schema) }) }),
    ...(ask.tools && { tools: Object.fromEntries(ask.tools.map((tool) => [tool, bareTool()])) }),
  };
}

function bareTool() {
  return tool({ inputSchema: jsonSchema<object>({ type: "object", properties: {} }) });
}

function userMessage(prompt: string, image?: string): ModelMessage {
  if (!image) return { role: "user", content: prompt };
  return {
    role: "user",
    content: [
      { type: "text", text: prompt },
      { type: "file", mediaType: "image/png", data: image },
    ],
  };
}
