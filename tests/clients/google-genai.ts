import {
  type Content,
  type GenerateContentConfig,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
  ThinkingLevel,
} from "@google/genai";
import type { Client, Connection, Turn, TurnRequest } from "./scenario/scenario-driver.ts";

/** `@google/genai`: `models.generateContent()` and `models.generateContentStream()`. */
export const googleGenai: Client = {
  name: "@google/genai",
  dialect: "chat",
  hidesHeaders: true,
  ask: (connection, ask) => turn(connection, ask, [userContent(ask.prompt, ask.image)]),
};

/** The client for a gateway; it adds the path of the Gemini API itself. */
export function genaiClient({ url, key }: Connection): GoogleGenAI {
  return new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } });
}

async function turn(connection: Connection, ask: TurnRequest, contents: Content[]): Promise<Turn> {
  const { parts, usageMetadata: usage } = await responseOf(genaiClient(connection), ask, contents);
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
  const replayed = [...contents, { role: "model", parts }];
  const textIn = (isThought: boolean) =>
    parts.map(({ text = "", thought = false }) => (thought === isThought ? text : "")).join("");
  return {
    text: textIn(false),
    reasoning: textIn(true),
    calls: calls.map(({ id = "", name = "" }) => ({ id, name })),
    inputTokens: usage?.promptTokenCount,
    outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
    answerCalls: (results) =>
      turn(connection, ask, [
        ...replayed,
        {
          role: "user",
          parts: calls.map(({ id, name }, index) => ({
            functionResponse: { id, name, response: { output: results[index] ?? "" } },
          })),
        },
      ]),
    say: (prompt) => turn(connection, ask, [...replayed, userContent(prompt)]),
  };
}

type Whole = { parts: Part[]; usageMetadata?: GenerateContentResponse["usageMetadata"] };

async function responseOf(client: GoogleGenAI, ask: TurnRequest, contents: Content[]): Promise<Whole> {
  const request = { model: ask.model, contents, config: configOf(ask) };
  if (ask.streamed) return collectStream(await client.models.generateContentStream(request), ask);
  const { candidates, usageMetadata } = await client.models.generateContent(request);
  return { parts: candidates?.[0]?.content?.parts ?? [], usageMetadata };
}

/** Collects the parts of a stream as the client's chats do. */
async function collectStream(stream: AsyncIterable<GenerateContentResponse>, ask: TurnRequest): Promise<Whole> {
  const whole: Whole = { parts: [] };
  let isFinished = false;
  for await (const { candidates, usageMetadata } of stream) {
    const { content, finishReason } = candidates?.[0] ?? {};
    whole.parts.push(...(content?.parts ?? []));
    whole.usageMetadata = usageMetadata ?? whole.usageMetadata;
    isFinished ||= finishReason !== undefined;
    for (const { text, thought } of content?.parts ?? []) if (text && !thought) ask.onText?.(text);
  }
  if (!isFinished) throw new Error("the provider's stream ended without a finish reason");
  return whole;
}

function configOf({ system, stop, schema, thinks, tools, signal }: TurnRequest): GenerateContentConfig {
  return {
    ...(signal && { abortSignal: signal }),
    ...(system && { systemInstruction: system }),
    ...(stop && { stopSequences: [stop] }),
    ...(thinks && { thinkingConfig: { includeThoughts: true, thinkingLevel: ThinkingLevel.LOW } }),
    ...(schema && { responseMimeType: "application/json", responseJsonSchema: schema }),
    ...(tools && {
      tools: [
        {
          functionDeclarations: tools.map((name) => ({
            name,
            parametersJsonSchema: { type: "object", properties: {} },
          })),
        },
      ],
    }),
  };
}

function userContent(prompt: string, image?: string): Content {
  const picture = image ? [{ inlineData: { mimeType: "image/png", data: image } }] : [];
  return { role: "user", parts: [{ text: prompt }, ...picture] };
}
