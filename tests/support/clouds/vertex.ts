import { createVerify, generateKeyPairSync } from "node:crypto";
import { schemaComplaint, vertexComplaint } from "./anthropic-betas.ts";
import type { CloudRequest, FrontReply } from "./front.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A service account key as Google creates it. */
export const serviceAccount = {
  type: "service_account",
  project_id: "acme-ai",
  private_key_id: "key-1",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  client_email: "gateway@acme-ai.iam.gserviceaccount.com",
  token_uri: "https://evil.example/token",
};

type Place = { project: string; location: string; workload?: { audience: string; token: string; account: string } };

/** Shared by the fakes of a process, whose gateways keep a token for each credential. */
const tokens = new Set<string>();

/** Answers like Vertex AI, Google's token service at `/token` and the metadata server. */
export function vertex({ project, location, workload }: Place) {
  const issue = (): FrontReply => {
    const token = `ya29.token-${tokens.size + 1}-${"x".repeat(40)}`;
    tokens.add(token);
    return { status: 200, json: { access_token: token, expires_in: 3599, token_type: "Bearer" } };
  };
  return (request: CloudRequest, url: string): FrontReply => {
    if (request.path === "/token") return isSigned(request, `${url}/token`) ? issue() : grant("Invalid JWT Signature.");
    if (request.path === "/sts") return isExchange(request, workload) ? issue() : grant("Invalid subject token.");
    if (request.path.startsWith("/iam/")) return impersonate(request, workload, issue);
    if (request.path.startsWith("/computeMetadata/"))
      return request.headers["metadata-flavor"] === "Google"
        ? issue()
        : problem(403, "PERMISSION_DENIED", "Missing header");
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (!tokens.has(token) || request.headers["x-goog-api-key"] !== undefined)
      return problem(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
    if (request.path === "/v1beta1/publishers/google/models") return { status: 200, json: { publisherModels: [] } };
    const [, place, path = ""] = /^\/v1(?:beta1)?(\/projects\/[^/]+\/locations\/[^/]+)(\/.+)$/.exec(request.path) ?? [];
    if (place !== `/projects/${project}/locations/${location}`)
      return problem(403, "PERMISSION_DENIED", "Permission 'aiplatform.endpoints.predict' denied");
    return predict(request, path, location);
  };
}

/** Google documents one version; Anthropic's own client sends the version of its API. */
const VERSION = /^(vertex-2023-10-16|\d{4}-\d{2}-\d{2})$/;

function predict(request: CloudRequest, path: string, location: string): FrontReply {
  const body = JSON.parse(request.raw.toString());
  const query = request.query.size > 0 ? `?${request.query}` : "";
  if (path === "/endpoints/openapi/chat/completions") return { to: "/openai/v1/chat/completions" };
  const [, publisher, model = "", method] =
    /^\/publishers\/(google|anthropic|mistralai)\/models\/([^:]+):(\w+)$/.exec(path) ?? [];
  if (publisher === "google" && method === "predict") return embeddings(model, body);
  if (publisher === "google" && method === "embedContent") return contentEmbedding(model, body);
  if (publisher === "google") {
    const complaint = geminiComplaint(model, body) ?? tierComplaint(request, location);
    if (complaint) return problem(400, "INVALID_ARGUMENT", complaint);
    return { to: `/google/v1beta/models/${model}:${method}${query}` };
  }
  if (publisher === "mistralai") {
    const isStream = (body.stream ?? false) === (method === "streamRawPredict");
    if (!isStream || body.model !== model) return problem(400, "INVALID_ARGUMENT", "not a request for Mistral");
    return { to: "/mistral/v1/chat/completions" };
  }
  const complaint = vertexComplaint(request.headers["anthropic-beta"]) ?? schemaComplaint(body);
  if (complaint) return problem(400, "INVALID_ARGUMENT", complaint);
  const stream = method === "streamRawPredict";
  if (
    publisher !== "anthropic" ||
    !VERSION.test(body.anthropic_version) ||
    "model" in body ||
    (body.stream ?? false) !== stream
  )
    return problem(400, "INVALID_ARGUMENT", "not a request for Claude on Vertex AI");
  const { anthropic_version: _, ...fields } = body;
  return { to: "/anthropic/v1/messages", body: JSON.stringify({ ...fields, model: decodeURIComponent(model) }) };
}

/** Tiers are headers, and only of the global endpoint. */
function tierComplaint({ headers }: CloudRequest, location: string): string | undefined {
  const tier = headers["x-vertex-ai-llm-shared-request-type"];
  if (tier === undefined || (location === "global" && /^(flex|priority|standard)$/.test(tier))) return undefined;
  return `Shared request type ${tier} is not supported in ${location}.`;
}

/** It rejects the ids of calls only with older models; newer ones cannot match calls without. */
function geminiComplaint(model: string, body: { toolConfig?: object }): string | undefined {
  if ("serviceTier" in body) return 'Invalid JSON payload received. Unknown name "serviceTier": Cannot find field.';
  if (body.toolConfig && "includeServerSideToolInvocations" in body.toolConfig)
    return "Invalid JSON payload received. Unknown name \"includeServerSideToolInvocations\" at 'tool_config'";
  const sent = JSON.stringify(body);
  const hasIds = sent.includes('"functionCall":{"id"');
  if (!model.startsWith("gemini-3"))
    return hasIds ? 'Invalid JSON payload received. Unknown name "id" at function_call' : undefined;
  return sent.includes('"functionCall":') && !hasIds ? "The ids of function calls are missing." : undefined;
}

/** Google's own client sends one content, and the settings in a field of their own. */
function contentEmbedding(
  model: string,
  { content, embedContentConfig, ...others }: Record<string, unknown>,
): FrontReply {
  const parts = (content as { parts?: { text?: string }[] } | undefined)?.parts;
  const settings = Object.keys((embedContentConfig ?? {}) as object);
  const isKnown = settings.every((name) => ["taskType", "title", "outputDimensionality"].includes(name));
  if (!model.startsWith("gemini-embedding-2") || !parts || !isKnown || Object.keys(others).length > 0)
    return problem(400, "INVALID_ARGUMENT", "Invalid JSON payload received.");
  const promptTokenCount = parts.length * 3;
  const usageMetadata = { promptTokenCount, totalTokenCount: promptTokenCount };
  return { status: 200, json: { embedding: { values: [parts[0]?.text?.length ?? 9, 0.5] }, usageMetadata } };
}

/** The models before Gemini's take many texts and count their characters, without spaces. */
function embeddings(model: string, { instances }: { instances: { content: string }[] }): FrontReply {
  const isOlder = model.startsWith("text-");
  if (!isOlder && instances.length > 1) return problem(400, "INVALID_ARGUMENT", "This model takes one instance.");
  const billableCharacterCount = instances.map(({ content }) => content.replace(/\s/g, "")).join("").length;
  const predictions = instances.map(({ content }) => ({
    embeddings: { values: [content.length, 0.5], statistics: { token_count: 3, truncated: false } },
  }));
  return { status: 200, json: { predictions, ...(isOlder && { metadata: { billableCharacterCount } }) } };
}

/** Verifies an assertion with Node's own RSA, which the gateway's JWT package does not use for signing. */
function isSigned({ raw }: CloudRequest, audience: string): boolean {
  const form = new URLSearchParams(raw.toString());
  const [head = "", payload = "", signature = ""] = (form.get("assertion") ?? "").split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString() || "{}");
  const verifier = createVerify("RSA-SHA256").update(`${head}.${payload}`);
  return (
    form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
    claims.iss === serviceAccount.client_email &&
    claims.aud === audience &&
    claims.scope === "https://www.googleapis.com/auth/cloud-platform" &&
    claims.exp - claims.iat <= 3600 &&
    claims.exp * 1000 > Date.now() &&
    verifier.verify(publicKey, Buffer.from(signature, "base64url"))
  );
}

/** RFC 8693, with the fields that Google requires. */
function isExchange({ raw }: CloudRequest, workload: Place["workload"]): boolean {
  const form = Object.fromEntries(new URLSearchParams(raw.toString()));
  return (
    workload !== undefined &&
    form.grant_type === "urn:ietf:params:oauth:grant-type:token-exchange" &&
    form.requested_token_type === "urn:ietf:params:oauth:token-type:access_token" &&
    form.subject_token_type === "urn:ietf:params:oauth:token-type:jwt" &&
    form.scope === "https://www.googleapis.com/auth/cloud-platform" &&
    form.audience === workload.audience &&
    form.subject_token === workload.token
  );
}

function impersonate({ path, headers, raw }: CloudRequest, workload: Place["workload"], issue: () => FrontReply) {
  const isKnown = path === `/iam/v1/projects/-/serviceAccounts/${workload?.account}:generateAccessToken`;
  const { scope } = JSON.parse(raw.toString()) as { scope?: string[] };
  if (!isKnown || !tokens.has(headers.authorization?.replace("Bearer ", "") ?? "") || scope?.length !== 1)
    return problem(403, "PERMISSION_DENIED", "Permission 'iam.serviceAccounts.getAccessToken' denied");
  const { json } = issue() as { json: { access_token: string } };
  const expireTime = new Date(Date.now() + 3_600_000).toISOString();
  return { status: 200, json: { accessToken: json.access_token, expireTime } };
}

function grant(error_description: string): FrontReply {
  return { status: 400, json: { error: "invalid_grant", error_description } };
}

function problem(code: number, status: string, message: string): FrontReply {
  return { status: code, json: { error: { code, message, status } } };
}
