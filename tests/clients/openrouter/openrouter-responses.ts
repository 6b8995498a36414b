import { HTTPClient, OpenRouter } from "@openrouter/sdk";
import type { InputsUnion, OpenResponsesResult, ResponsesRequest, StreamEvents } from "@openrouter/sdk/models";
import type { Client, Connection, Turn, TurnRequest } from "../scenario/scenario-driver.ts";

/** `@openrouter/sdk`: `responses.send()`. */
export const openrouterResponses: Client = {
  name: "@openrouter/sdk responses",
  dialect: "responses",
  ask: (connection, ask) => turn(connection, ask, [userItem(ask.prompt, ask.image)]),
};

/** A client whose requests the signal aborts. */
export function openrouterClient({ url, key }: Connection, signal?: AbortSignal): OpenRouter {
  // The SDK's own request follows the signal too, but Node forgets that once the request is collected as garbage.
  const httpClient = new HTTPClient({ fetcher: (input) => fetch(input, signal && { signal }) });
  return new OpenRouter({ apiKey: key, serverURL: `${url}/api/v1`, httpClient, retryConfig: { strategy: "none" } });
}

type Item = Exclude<InputsUnion, string>[number];

async function turn(connection: Connection, ask: TurnRequest, input: Item[]): Promise<Turn> {
  const response = await responseOf(openrouterClient(connection, ask.signal), ask, input);
  if (response.status === "failed") throw new Error(`the response failed: ${response.error?.message}`);
  const items = response.output as { type: string; callId: string; name: string; content?: Text[]; summary?: Text[] }[];
  const calls = items.filter(({ type }) => type === "function_call");
  const replayed = [...input, ...(response.output as Item[])];
  return {
    text: textIn(items.filter(({ type }) => type === "message").map(({ content }) => content)),
    reasoning: textIn(items.filter(({ type }) => type === "reasoning").flatMap((item) => [item.summary, item.content])),
    calls: calls.map(({ callId, name }) => ({ id: callId, name })),
    inputTokens: response.usage?.inputTokens,
    outputTokens: response.usage?.outputTokens,
    answerCalls: (results) =>
      turn(connection, ask, [...replayed, ...calls.map(({ callId }, index) => resultItem(callId, results[index]))]),
    say: (prompt) => turn(connection, ask, [...replayed, userItem(prompt)]),
  };
}

type Text = { text?: string };

function textIn(parts: (Text[] | undefined)[]): string {
  return parts.flatMap((texts) => (texts ?? []).map(({ text }) => text ?? "")).join("");
}

async function responseOf(client: OpenRouter, ask: TurnRequest, input: Item[]): Promise<OpenResponsesResult> {
  const responsesRequest = requestOf(ask, input);
  const options = { signal: ask.signal };
  if (!ask.streamed) {
    const response = await client.responses.send({ responsesRequest: { ...responsesRequest, stream: false } }, options);
    return response as OpenResponsesResult;
  }
  const stream = await client.responses.send({ responsesRequest: { ...responsesRequest, stream: true } }, options);
  return lastResponse(stream as AsyncIterable<StreamEvents>, ask);
}

async function lastResponse(
  stream: AsyncIterable<StreamEvents>,
  { onText }: TurnRequest,
): Promise<OpenResponsesResult> {
  let last: OpenResponsesResult | undefined;
  for await (const event of stream) {
    if (event.type === "response.output_text.delta") onText?.(event.delta);
    if (event.type === "error") throw new Error(event.message);
    if (event.type === "response.completed" || event.type === "response.failed") last = event.response;
  }
  if (!last) throw new Error("the stream ended without its last event");
  return last;
}

function requestOf({ model, system, schema, thinks, tools }: TurnRequest, input: Item[]): ResponsesRequest {
  return {
    model,
    input,
    ...(system && { instructions: system }),
    ...(thinks && { reasoning: { effort: "low", summary: "auto" }, include: ["reasoning.encrypted_content"] }),
    ...(schema && { text: { format: { type: "json_schema", name: "answer", schema } } }),
    ...(tools && {
      tools: tools.map((name) => ({ type: "function", name, parameters: { type: "object", properties: {} } })),
    }),
  };
}

function userItem(prompt: string, image?: string): Item {
  const picture = image && {
    type: "input_image" as const,
    detail: "auto" as const,
    imageUrl: `data:image/png;base64,${image}`,
  };
  return { role: "user", content: [{ type: "input_text", text: prompt }, ...(picture ? [picture] : [])] };
}

function resultItem(callId: string, output = ""): Item {
  return { type: "function_call_output", callId, output };
}
