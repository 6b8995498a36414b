import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openaiBatches, refusal, type StoredFile } from "./openai.ts";

/** The models with batches (console.groq.com/docs/batch). */
const MODELS =
  /^(openai\/gpt-oss-(20|120)b|llama-3\.3-70b-versatile|llama-3\.1-8b-instant|meta-llama\/llama-4-(maverick|scout).+|meta-llama\/llama-guard-4-12b)$/;

/** Groq's files and batches: OpenAI's, for some models, with lists that are whole and records without some fields. */
export function groqBatches(endpoints: readonly Endpoint[]): Endpoint[] {
  return openaiBatches(endpoints).map((endpoint) => ({
    ...endpoint,
    path: new RegExp(`^/groq/.*${endpoint.path.source}`),
    answer: (exchange) => refuse(exchange) ?? withoutPages(endpoint.answer(exchange)),
  }));
}

function refuse({ request, jobs }: Exchange): EndpointResponse | undefined {
  if (request.method === "GET" && request.query.size > 0) return refusal(400, "unknown query parameter");
  if (request.method !== "POST" || !request.path.endsWith("/batches")) return undefined;
  const { input_file_id, endpoint, completion_window } = request.body as Record<string, string>;
  if (endpoint !== "/v1/chat/completions") return refusal(400, `endpoint ${endpoint} is not supported`);
  if (!/^(24h|[1-7]d)$/.test(completion_window ?? "")) return refusal(400, "completion_window must be 24h to 7d");
  const file = jobs.get(input_file_id ?? "") as StoredFile | undefined;
  const lines = file?.bytes.toString("utf8").trimEnd().split("\n") ?? [];
  const model = lines.map((line) => JSON.parse(line).body.model as string).find((one) => !MODELS.test(one));
  return model ? refusal(400, `The model \`${model}\` does not support the Batch API`) : undefined;
}

function withoutPages(response: EndpointResponse): EndpointResponse {
  if (!("json" in response)) return response;
  const { has_more: _, status, ...json } = response.json as Record<string, unknown>;
  return { ...response, json: json.object === "file" ? json : { ...json, ...(status !== undefined && { status }) } };
}
