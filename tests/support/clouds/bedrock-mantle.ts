import type { Event } from "#tests/pipeline/calling.ts";
import { type BedrockAccount, refusal } from "./bedrock.ts";
import type { CloudRequest, FrontReply } from "./front.ts";

/**
 * Answers like Bedrock Mantle, whose newer models are below `/openai/v1`. Keys are the runtime's; signatures have a name
 * of their own (https://docs.aws.amazon.com/bedrock/latest/userguide/inference-responses-api.html).
 */
export function bedrockMantle(account: BedrockAccount) {
  return (request: CloudRequest): FrontReply => {
    const refused = refusal(account, request, "bedrock-mantle");
    if (refused) return refused;
    if (request.path === "/v1/models") return { status: 200, json: modelList(account.models) };
    const body = JSON.parse(request.raw.toString()) as Record<string, Event>;
    const { model } = body;
    if (!account.models.includes(model))
      return problem(404, "not_found_error", `The model '${model}' does not exist or you do not have access to it.`);
    const [, api] = /^\/openai\/v1\/(responses|chat\/completions)$/.exec(request.path) ?? [];
    if (!api) return problem(400, "validation_error", `model \`${model}\` isn't supported on this route`);
    const complaint = api === "responses" ? responsesComplaint(body) : chatComplaint(body);
    if (complaint) return problem(400, "validation_error", complaint);
    return { to: `/v1/${api}`, body: JSON.stringify(body) };
  };
}

function modelList(models: readonly string[]) {
  const data = models.map((id) => ({ id, object: "model", created: 1_780_272_000, owned_by: "system" }));
  return { object: "list", data };
}

function responsesComplaint({ model, tools = [], input, service_tier: tier, temperature }: Record<string, Event>) {
  const isGpt = model.startsWith("openai.");
  const known = isGpt ? ["function", "custom", "web_search"] : ["function"];
  const unknown = tools.find(({ type }: Event) => !known.includes(type));
  if (unknown) return `tools: '${unknown.type}' is not supported for this model`;
  const images = partsOf(input).filter(({ type }) => type === "input_image");
  if (images.some(({ image_url: url }) => !/^(data|s3):/.test(url))) return "image_url must be `data:` or `s3://`";
  if (isGpt && images.some(({ detail }) => detail === undefined)) return "input_image: missing field `detail`";
  if (isGpt && tier !== undefined && tier !== "default") return "service_tier is not supported for this model";
  if (isGpt && temperature !== undefined)
    return "Unsupported parameter: 'temperature' is not supported with this model.";
  return undefined;
}

function chatComplaint({ model, messages }: Record<string, Event>) {
  if (model.startsWith("openai.")) return `The model '${model}' does not support the '/v1/chat/completions' API`;
  const urls = partsOf(messages).flatMap(({ image_url: image }) => (image ? [image.url] : []));
  return urls.every((url) => /^(data|s3):/.test(url)) ? undefined : "image_url must be `data:` or `s3://`";
}

function partsOf(items: Event): Event[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap(({ content }: Event) => (Array.isArray(content) ? content : []));
}

function problem(status: number, code: string, message: string): FrontReply {
  return { status, json: { error: { code, message, param: null, type: "invalid_request_error" } } };
}
