import { sign } from "aws4";
import { type Event, eventsIn } from "#tests/pipeline/calling.ts";
import { bedrockComplaint, bedrockFieldComplaint } from "./anthropic-betas.ts";
import { drawImage } from "./bedrock-images.ts";
import { embedTexts, rerankDocuments } from "./bedrock-media.ts";
import { chatAnswer, responsesAnswer } from "./bedrock-openai.ts";
import { converseFrames, converseResponse, messagesOf, unknownField } from "./converse.ts";
import { frame, frameEvents } from "./event-stream.ts";
import type { CloudRequest, FrontReply } from "./front.ts";

export type BedrockAccount = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  apiKey: string;
  region: string;
  /** Model IDs, profile IDs and ARNs that the account may call. */
  models: readonly string[];
};

/** Answers like Bedrock's runtime, model list and agents' runtime. The host is part of the signature, as at AWS. */
export function bedrock(account: BedrockAccount) {
  return async (request: CloudRequest): Promise<FrontReply> => {
    const refused = refusal(account, request);
    if (refused) return refused;
    if (request.path === "/foundation-models") return { status: 200, json: { modelSummaries: [] } };
    if (request.path === "/rerank")
      return rerankDocuments(account.region, account.models, JSON.parse(request.raw.toString()));
    if (request.path === "/openai/v1/chat/completions")
      return chatAnswer(account.models, JSON.parse(request.raw.toString()));
    if (request.path === "/openai/v1/responses")
      return responsesAnswer(account.models, JSON.parse(request.raw.toString()));
    const [, id = "", operation = ""] = /^\/model\/([^/]+)\/([^/]+)$/.exec(request.path) ?? [];
    const model = decodeURIComponent(id);
    if (!account.models.includes(model))
      return problem(
        400,
        "ValidationException",
        `Invocation of model ID ${model} with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.`,
      );
    const body = JSON.parse(request.raw.toString()) as Record<string, Event>;
    if (operation.startsWith("invoke"))
      return embedTexts(model, body) ?? drawImage(model, body) ?? invoke(request, model, operation, body);
    const unknown = unknownField(body);
    if (unknown) return problem(400, "ValidationException", `${unknown}: is not a member of ConverseRequest`);
    const forwarded = JSON.stringify(messagesOf(model, body));
    const to = { to: "/anthropic/v1/messages", body: forwarded };
    if (operation === "converse-stream")
      return { ...to, reframe: (response) => frameEvents(response, forwarded, converseFrames) };
    return { ...to, reframe: async (response) => whole(converseResponse(eventsIn(await response.text()))) };
  };
}

function invoke(request: CloudRequest, model: string, operation: string, body: Record<string, Event>): FrontReply {
  const { anthropic_version: version, ...fields } = body;
  // AWS documents one version; Anthropic's own client sends the version of its API.
  if (!/^(bedrock-2023-05-31|\d{4}-\d{2}-\d{2})$/.test(String(version)))
    return problem(400, "ValidationException", "anthropic_version: Field required");
  for (const name of ["model", "stream"])
    if (name in body) return problem(400, "ValidationException", `${name}: Extra inputs are not permitted`);
  if (request.headers["anthropic-version"] !== undefined || request.headers["anthropic-beta"] !== undefined)
    return problem(400, "ValidationException", "betas belong in the body");
  const isStream = operation === "invoke-with-response-stream";
  const { anthropic_beta: betas, ...sent } = fields;
  const complaint = bedrockComplaint(betas) ?? bedrockFieldComplaint(model, sent);
  if (complaint) return problem(400, "ValidationException", complaint);
  const forwarded = JSON.stringify({ ...sent, model, stream: isStream });
  const toFrames = (events: Event[]) =>
    events.map((event) =>
      frame("event", "chunk", { bytes: Buffer.from(JSON.stringify(event)).toString("base64"), p: "abc" }),
    );
  return {
    to: "/anthropic/v1/messages",
    body: forwarded,
    ...(isStream && { reframe: (response: Response) => frameEvents(response, forwarded, toFrames) }),
  };
}

function whole(json: object) {
  return Promise.resolve({
    headers: { "content-type": "application/json" },
    chunks: [Buffer.from(JSON.stringify(json))],
  });
}

/** Returns the error for a request that is not signed in. Signatures are computed again by another package. */
export function refusal(
  account: BedrockAccount,
  request: CloudRequest,
  signingName = "bedrock",
): FrontReply | undefined {
  const { authorization = "", host = "" } = request.headers;
  if (authorization.startsWith("Bearer "))
    return authorization === `Bearer ${account.apiKey}`
      ? undefined
      : problem(403, "AccessDeniedException", "Invalid API Key format: Must start with pre-defined prefix");
  const [, id, , region, service, names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  if (id !== account.accessKeyId)
    return problem(403, "UnrecognizedClientException", "The security token included in the request is invalid.");
  if (region !== account.region || service !== signingName)
    return problem(403, "SignatureDoesNotMatch", "Credential should be scoped to a valid region.");
  if (account.sessionToken !== undefined && request.headers["x-amz-security-token"] !== account.sessionToken)
    return problem(403, "UnrecognizedClientException", "The security token included in the request is invalid.");
  const signed = Object.fromEntries(names.split(";").map((name) => [name, request.headers[name] ?? ""]));
  const query = request.query.size > 0 ? `?${request.query}` : "";
  const again = sign(
    {
      host,
      path: request.path + query,
      method: request.method,
      service,
      region,
      headers: signed,
      body: request.raw.toString(),
      extraHeadersToIgnore: {
        "content-length": !("content-length" in signed),
        "content-type": !("content-type" in signed),
      },
    },
    { accessKeyId: account.accessKeyId, secretAccessKey: account.secretAccessKey },
  );
  const expected = /Signature=(\w+)$/.exec(String(again.headers?.Authorization))?.[1];
  if (signature === expected) return undefined;
  return problem(
    403,
    "InvalidSignatureException",
    "The request signature we calculated does not match the signature you provided.",
  );
}

function problem(status: number, type: string, message: string): FrontReply {
  return { status, json: { message }, headers: { "x-amzn-errortype": type } };
}
