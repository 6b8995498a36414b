import { parseForm } from "#tests/support/upstream/multipart.ts";
import { azureBatches } from "./azure-batches.ts";
import type { CloudRequest, FrontReply } from "./front.ts";

/** The credentials and deployments of a fake Azure resource. */
export type AzureResource = {
  name: string;
  key: string;
  /** Models by deployment name. */
  deployments: Record<string, string>;
  /** Models by the name of a deployment for batches. */
  batchDeployments?: Record<string, string>;
  application?: { tenant: string; id: string; secret: string };
  /** The identity that Azure gives to a machine (`id`), a service (`header`) and a workload (`assertion`). */
  identity?: { tenant: string; id: string; header: string; assertion: string };
};

/** Shared by the fakes of a process, whose gateways keep a token for each credential. */
const tokens = new Set<string>();
const AUDIENCE = "https://cognitiveservices.azure.com";
const SCOPE = `${AUDIENCE}/.default`;

/**
 * Answers like Azure OpenAI, Foundry and Entra, below `/<resource>` and `/login`, and like the identity services of
 * machines (`/metadata`) and of App Service (`/msi`).
 */
export function azure(resource: AzureResource) {
  const batches = azureBatches(resource.batchDeployments ?? {});
  return (request: CloudRequest): FrontReply => {
    if (request.path.startsWith("/login/")) return signIn(resource, request);
    if (request.path === "/metadata/identity/oauth2/token" || request.path === "/msi/token")
      return identify(resource, request);
    const path = request.path.slice(resource.name.length + 1);
    if (!request.path.startsWith(`/${resource.name}/`)) return notFound();
    const isClaude = path.startsWith("/anthropic/");
    if (!isSignedIn(resource, request, isClaude))
      return error(401, "401", "Access denied due to invalid subscription key or wrong API endpoint.");
    if (path === "/openai/v1/models") return { status: 200, json: { object: "list", data: [] } };
    return isClaude ? claude(resource, request, path) : openai(resource, request, path, batches);
  };
}

function signIn({ application, identity }: AzureResource, { path, raw }: CloudRequest): FrontReply {
  const { client_secret, client_assertion, ...form } = Object.fromEntries(new URLSearchParams(raw.toString()));
  const isKnown =
    form.grant_type === "client_credentials" &&
    form.scope === SCOPE &&
    (application !== undefined && client_secret !== undefined
      ? path === `/login/${application.tenant}/oauth2/v2.0/token` &&
        form.client_id === application.id &&
        client_secret === application.secret
      : identity !== undefined &&
        path === `/login/${identity.tenant}/oauth2/v2.0/token` &&
        form.client_id === identity.id &&
        form.client_assertion_type === "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" &&
        client_assertion === identity.assertion);
  if (!isKnown)
    return {
      status: 401,
      json: {
        error: "invalid_client",
        error_description: `AADSTS7000215: Invalid client secret ${client_secret}`,
      },
    };
  return issue({ expires_in: 3599, ext_expires_in: 3599 });
}

function issue(lifetime: object): FrontReply {
  const token = `entra-token-${tokens.size + 1}-${"x".repeat(40)}`;
  tokens.add(token);
  return { status: 200, json: { token_type: "Bearer", ...lifetime, access_token: token } };
}

/** The services of identities state times as text, and App Service only when the token expires. */
function identify({ identity }: AzureResource, request: CloudRequest): FrontReply {
  const { path, query, headers } = request;
  const isService = path === "/msi/token";
  const isProven = isService ? headers["x-identity-header"] === identity?.header : headers.metadata === "true";
  const version = isService ? "2019-08-01" : "2018-02-01";
  const client = query.get("client_id") ?? identity?.id;
  if (
    !isProven ||
    query.get("resource") !== AUDIENCE ||
    query.get("api-version") !== version ||
    client !== identity?.id
  )
    return { status: 400, json: { error: "invalid_request", error_description: "Identity not found" } };
  const expires_on = String(Math.floor(Date.now() / 1000) + 86_399);
  return issue(isService ? { expires_on } : { expires_on, expires_in: "86399" });
}

function isSignedIn({ key }: AzureResource, { headers }: CloudRequest, isClaude: boolean): boolean {
  const [own, bearer] = [isClaude ? headers["x-api-key"] : headers["api-key"], headers.authorization];
  if (own !== undefined) return own === key && bearer === undefined;
  return tokens.has(bearer?.replace("Bearer ", "") ?? "");
}

function openai(
  { deployments }: AzureResource,
  request: CloudRequest,
  path: string,
  batches: ReturnType<typeof azureBatches>,
): FrontReply {
  const version = request.query.get("api-version");
  const [, v1] = /^\/openai\/v1(\/.+)$/.exec(path) ?? [];
  const [, deployment, classic] = /^\/openai\/deployments\/([^/]+)(\/.+)$/.exec(path) ?? [];
  const [, dated] = /^\/openai(\/responses|\/(?:files|batches)(?:\/.+)?)$/.exec(path) ?? [];
  const to = v1 ?? classic ?? dated;
  if (!to || (v1 ? version !== null && version !== "preview" : !/^\d{4}-\d\d-\d\d/.test(version ?? "")))
    return notFound();
  if (/^\/(files|batches)/.test(to)) return batches(request, to);
  const type = request.headers["content-type"] ?? "";
  const isForm = type.startsWith("multipart/");
  const body = (isForm ? parseForm(request.raw, type) : JSON.parse(request.raw.toString())) as {
    model?: string;
    stream?: boolean;
  };
  // The API without dates knows no deployment of an audio model.
  const isUnknown = v1?.startsWith("/audio/");
  const model = isUnknown ? undefined : deployments[deployment ?? body.model ?? ""];
  if (!model)
    return error(
      404,
      "DeploymentNotFound",
      "The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.",
    );
  if (isForm) return { to: `/openai/v1${to}` };
  const isChat = to === "/chat/completions" && body.stream === true;
  return {
    to: `/openai/v1${to}`,
    body: JSON.stringify({ ...body, model }),
    ...(isChat && { reframe: withFilterResults }),
  };
}

/** Azure's first chunk has the results of its content filter, and names no model. */
async function withFilterResults(response: Response) {
  const safe = { filtered: false, severity: "safe" };
  const results = [{ prompt_index: 0, content_filter_results: { hate: safe, violence: safe } }];
  const first = { choices: [], created: 0, id: "", model: "", object: "", prompt_filter_results: results };
  async function* chunks() {
    yield Buffer.from(`data: ${JSON.stringify(first)}\n\n`);
    for await (const chunk of response.body ?? []) yield chunk;
  }
  return { headers: { "content-type": "text/event-stream" }, chunks: chunks() };
}

function claude({ deployments }: AzureResource, request: CloudRequest, path: string): FrontReply {
  const body = JSON.parse(request.raw.toString()) as { model: string };
  const model = deployments[body.model];
  if (path !== "/anthropic/v1/messages" || request.headers["anthropic-version"] === undefined) return notFound();
  if (!model) return error(404, "DeploymentNotFound", "The API deployment for this resource does not exist.");
  return { to: "/anthropic/v1/messages", body: JSON.stringify({ ...body, model }) };
}

function notFound(): FrontReply {
  return error(404, "404", "Resource not found");
}

function error(status: number, code: string, message: string): FrontReply {
  return { status, json: { error: { code, message } } };
}
