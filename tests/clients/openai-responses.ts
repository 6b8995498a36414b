import OpenAI from "openai";
import type { Response, ResponseInput, ResponseInputItem } from "openai/resources/responses/responses";
import type { Client, Connection, Turn, TurnRequest } from "./scenario/scenario-driver.ts";

/** `openai`: `responses.create()` and `responses.stream()`. */
export const openaiResponses: Client = {
  name: "openai responses",
  dialect: "responses",
  ask: (connection, ask) => turn(connection, ask, [userItem(ask.prompt, ask.image)]),
};

export function openaiClient({ url, key, retries = 0 }: Connection): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${url}/api/v1`, maxRetries: retries });
}

async function turn(connection: Connection, ask: TurnRequest, input: ResponseInput): Promise<Turn> {
  const response = await responseOf(openaiClient(connection), ask, input);
  if (response.status === "failed") throw new Error(`the response failed: ${response.error?.message}`);
  const calls = response.output.filter((item) => item.type === "function_call");
  const replayed = [...input, ...(response.output as ResponseInputItem[])];
  return {
    text: response.output_text,
    reasoning: response.output
      .flatMap((item) => (item.type === "reasoning" ? [...item.summary, ...(item.content ?? [])] : []))
      .map(({ text }) => text)
      .join(""),
    calls: calls.map(({ call_id, name }) => ({ id: call_id, name })),
    inputTokens: response.usage?.input_tokens,
    outputTokens: response.usage?.output_tokens,
    answerCalls: (results) =>
      turn(connection, ask, [...replayed, ...calls.map(({ call_id }, index) => resultItem(call_id, results[index]))]),
    say: (prompt) => turn(connection, ask, [...replayed, userItem(prompt)]),
  };
}

async function responseOf(client: OpenAI, ask: TurnRequest, input: ResponseInput): Promise<Response> {
  const body = bodyOf(ask, input);
  const options = { signal: ask.signal };
  if (!ask.streamed) return client.responses.create(body, options);
  const stream = client.responses.stream(body, options);
  stream.on("response.output_text.delta", ({ delta }) => ask.onText?.(delta));
  return stream.finalResponse();
}

function bodyOf({ model, system, schema, thinks, tools }: TurnRequest, input: ResponseInput) {
  return {
    model,
    input,
    store: false,
    instructions: system,
    ...(thinks && {
      reasoning: { effort: "low" as const, summary: "auto" as const },
      include: ["reasoning.encrypted_content" as const],
    }),
    ...(schema && { text: { format: { type: "json_schema" as const, name: "answer", schema } } }),
    ...(tools && {
      tools: tools.map((name) => ({
        type: "function" as const,
        name,
        parameters: { type: "object", properties: {} },
        strict: false,
      })),
    }),
  };
}

function userItem(prompt: string, image?: string): ResponseInputItem {
  const picture = image && {
    type: "input_image" as const,
    image_url: `data:image/png;base64,${image}`,
    detail: "auto" as const,
  };
  return { role: "user", content: [{ type: "input_text", text: prompt }, ...(picture ? [picture] : [])] };
}

function resultItem(callId: string, result = ""): ResponseInputItem {
  return { type: "function_call_output", call_id: callId, output: result };
}
