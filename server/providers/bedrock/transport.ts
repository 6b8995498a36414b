import { isRecord } from "#lib/is-record.ts";
import { UpstreamError } from "#server/errors.ts";
import { bedrockBetas, EAGER, keepKnownBetas } from "../anthropic/cloud-betas.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import type { Outgoing, OutgoingBody, Transport, TransportAccess } from "../cloud/transport.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";
import { type BedrockFields, REGION } from "./credential.ts";
import { converseUnframer, messagesUnframer } from "./event-stream.ts";
import { reasoningUnframer } from "./reasoning-unframer.ts";
import { signHeaders } from "./sign.ts";

const EVENT_STREAM = "application/vnd.amazon.eventstream";

/**
 * Claude in its own wire format:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html
 */
export const messagesTransport: Transport = {
  async prepare(outgoing, access) {
    const { model: _, stream, ...given } = fieldsOf(outgoing.body);
    const { "anthropic-beta": beta = "", "anthropic-version": __, ...headers } = outgoing.headers;
    const { fields, isEager } = withoutEager(given);
    // The SDK package names betas of its own, some of which Bedrock rejects.
    const named = [...beta.split(",").map((name) => name.trim()), ...(isEager ? [EAGER] : [])];
    const betas = keepKnownBetas(named, bedrockBetas);
    const known = betas.length > 0 && { anthropic_beta: betas };
    const body = { anthropic_version: "bedrock-2023-05-31", ...known, ...fields };
    const operation = stream === true ? "invoke-with-response-stream" : "invoke";
    return send({ ...outgoing, headers, body, path: `/model/${modelId(access)}/${operation}` }, access);
  },
  unframe: (contentType) => (contentType.includes(EVENT_STREAM) ? messagesUnframer() : undefined),
};

/** Every other text model: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html */
export const converseTransport: Transport = {
  prepare(outgoing, access) {
    const path = outgoing.path.replace(/^\/model\/[^/]+/, () => `/model/${modelId(access)}`);
    const body = path === "/rerank" ? withModelArn(outgoing.body, access) : outgoing.body;
    return send({ ...outgoing, path, body }, access);
  },
  unframe: (contentType) => (contentType.includes(EVENT_STREAM) ? converseUnframer(contentType) : undefined),
};

/**
 * OpenAI's open-weight models in their own wire format, which name the model in the body and their reasoning in the
 * text: https://docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions.html
 */
export const openWeightTransport: Transport = {
  prepare(outgoing, access) {
    if (!outgoing.path.startsWith("/openai/")) return converseTransport.prepare(outgoing, access);
    return send({ ...outgoing, body: withModelName(outgoing.body, access) }, access);
  },
  unframe: (contentType) => converseTransport.unframe?.(contentType) ?? reasoningUnframer(contentType),
};

/** OpenAI's other models: https://docs.aws.amazon.com/bedrock/latest/userguide/inference-responses-api.html */
export const gptTransport: Transport = {
  prepare: (outgoing, access) =>
    send({ ...outgoing, path: `/openai/v1${outgoing.path}`, body: withModelName(outgoing.body, access) }, access),
};

/** The models of Bedrock Mantle: https://docs.aws.amazon.com/bedrock/latest/userguide/inference-responses-api.html */
export const mantleTransport: Transport = {
  prepare: (outgoing, access) =>
    send(
      { ...outgoing, path: `/openai/v1${outgoing.path}`, body: withDetail(withModelName(outgoing.body, access)) },
      access,
      "bedrock-mantle",
    ),
};

/**
 * Mantle rejects images without `detail`, whose default it does not know
 * (https://github.com/aws-samples/amazon-bedrock-client-for-mac/pull/147).
 */
function withDetail(body: Block): Block {
  if (!Array.isArray(body.input)) return body;
  return { ...body, input: body.input.map((item) => (isRecord(item) ? withDetailIn(item) : item)) };
}

function withDetailIn(item: Block): Block {
  const places = ["content", "output"].filter((name) => list(item[name]).some(isImageWithoutDetail));
  if (places.length === 0) return item;
  const parts = places.map((name) => [name, list(item[name]).map(detailed)]);
  return { ...item, ...Object.fromEntries(parts) };
}

function detailed(part: unknown): unknown {
  return isImageWithoutDetail(part) ? { ...part, detail: "auto" } : part;
}

function isImageWithoutDetail(part: unknown): part is Block {
  return isRecord(part) && part.type === "input_image" && part.detail === undefined;
}

/** Bedrock rejects `eager_input_streaming` in tools, and has it only for the whole request, as a beta. */
function withoutEager(fields: Block): { fields: Block; isEager: boolean } {
  const tools = list(fields.tools).map(block);
  if (!tools.some((tool) => "eager_input_streaming" in tool)) return { fields, isEager: false };
  const isEager = tools.some((tool) => tool.eager_input_streaming === true);
  return { fields: { ...fields, tools: tools.map(({ eager_input_streaming: _, ...tool }) => tool) }, isEager };
}

function withModelName(body: OutgoingBody, { credential, model }: TransportAccess): Block {
  const { models } = parseCredential<BedrockFields>(credential);
  return { ...fieldsOf(body), model: models?.[model] ?? model };
}

/** The rerank API names models by ARN. */
function withModelArn(body: OutgoingBody, { credential, model }: TransportAccess): string {
  const { models, region = "" } = parseCredential<BedrockFields>(credential);
  const id = models?.[model] ?? model;
  const partition = region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
  const modelArn = id.startsWith("arn:") ? id : `arn:${partition}:bedrock:${region}::foundation-model/${id}`;
  return JSON.stringify(fieldsOf(body), (name, value: unknown) => (name === "modelArn" ? modelArn : value));
}

function modelId({ credential, model }: TransportAccess): string {
  const { models } = parseCredential<BedrockFields>(credential);
  return encodeURIComponent(models?.[model] ?? model);
}

type Service = "bedrock" | "bedrock-runtime" | "bedrock-agent-runtime" | "bedrock-mantle";

async function send(outgoing: Outgoing, access: TransportAccess, service: Service = serviceOf(outgoing.path)) {
  const fields = parseCredential<BedrockFields>(access.credential);
  const { path, method } = outgoing;
  const url = addressOf(service, access).replace(REGION, fields.region ?? "") + path;
  const body = await textOf(outgoing.body);
  const headers = { ...outgoing.headers, ...(body !== undefined && { "content-type": "application/json" }) };
  if (fields.api_key !== undefined)
    return { method, url, headers: { ...headers, authorization: `Bearer ${fields.api_key}` }, body };
  // All services but Mantle sign under one name.
  const name = service === "bedrock-mantle" ? service : "bedrock";
  return { method, url, headers: await signHeaders({ method, url, headers, body }, fields, name, access.now()), body };
}

/** Models are listed by the control plane and rerank in the runtime of agents. */
function serviceOf(path: string): Service {
  if (path.startsWith("/model/") || path.startsWith("/openai/")) return "bedrock-runtime";
  return path === "/rerank" ? "bedrock-agent-runtime" : "bedrock";
}

function addressOf(service: Service, { baseUrl, variables }: TransportAccess): string {
  if (service !== "bedrock-mantle") return baseUrl.replace("//bedrock-runtime.", `//${service}.`);
  const own = variables.BEDROCK_MANTLE_BASE_URL;
  return own ?? baseUrl.replace(/\/\/bedrock-runtime\.(.+)\.amazonaws\.com$/, "//bedrock-mantle.$1.api.aws");
}

function fieldsOf(body: OutgoingBody): Block {
  return typeof body === "string" ? block(tryParse(body)) : block(body);
}

async function textOf(body: OutgoingBody): Promise<string | undefined> {
  if (body === undefined || body === null || typeof body === "string") return body ?? undefined;
  if (body instanceof Blob && body.type === "application/json") return body.text();
  if (isRecord(body)) return JSON.stringify(body);
  throw new UpstreamError(400, "Amazon Bedrock takes only JSON requests", { retryable: true, fault: "model" });
}
