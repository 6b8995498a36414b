import { isRecord } from "#lib/is-record.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import type { OutgoingBody, Transport, TransportAccess } from "../cloud/transport.ts";
import { tryParse } from "../exchange/json.ts";
import { type AzureFields, RESOURCE } from "./credential.ts";
import { entraToken } from "./token.ts";

/** Paths that name the deployment in the dated API; others name it in the body. */
const BY_DEPLOYMENT = /^\/(chat\/completions|completions|embeddings|images\/|audio\/)/;

export const azureTransport: Transport = {
  async prepare(outgoing, access) {
    const fields = parseCredential<AzureFields>(access.credential);
    const { path } = outgoing;
    const origin = access.baseUrl.replace(RESOURCE, fields.resource ?? "");
    const deployment = fields.deployments?.[access.model] ?? access.model;
    const isMessages = path.startsWith("/v1/messages");
    const url = isMessages ? messagesUrl(origin, path) : openaiUrl(origin, path, fields, deployment);
    return {
      method: outgoing.method,
      url,
      headers: { ...outgoing.headers, ...(await credentialHeaders(fields, access, isMessages)) },
      body: withDeployment(outgoing.body, access.model, deployment),
    };
  },
};

/**
 * The version for audio, to which the API without dates responds with "DeploymentNotFound":
 * https://learn.microsoft.com/azure/ai-services/openai/reference-preview
 */
const AUDIO_VERSION = "2025-04-01-preview";

/** https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle */
function openaiUrl(
  origin: string,
  path: string,
  { api_version: named = "v1" }: Partial<AzureFields>,
  deployment: string,
) {
  const isDated = /^\d/.test(named);
  const version = path.startsWith("/audio/") && !isDated ? AUDIO_VERSION : named;
  if (version === "v1") return `${origin}/openai/v1${path}`;
  const query = `${path.includes("?") ? "&" : "?"}api-version=${version}`;
  if (version === "preview") return `${origin}/openai/v1${path}${query}`;
  const place = BY_DEPLOYMENT.test(path) ? `/deployments/${encodeURIComponent(deployment)}` : "";
  return `${origin}/openai${place}${path}${query}`;
}

/** Claude is served only at the resource's Foundry host. */
function messagesUrl(origin: string, path: string): string {
  return `${origin.replace(".openai.azure.", ".services.ai.azure.")}/anthropic${path}`;
}

async function credentialHeaders(
  fields: Partial<AzureFields>,
  access: TransportAccess,
  isMessages: boolean,
): Promise<Record<string, string>> {
  if (fields.api_key !== undefined) return { [isMessages ? "x-api-key" : "api-key"]: fields.api_key };
  return { authorization: `Bearer ${await entraToken(access)}` };
}

/** Replaces the model in a JSON body by its deployment. */
function withDeployment(body: OutgoingBody, model: string, deployment: string): OutgoingBody {
  if (model === deployment) return body;
  if (body instanceof FormData) {
    if (body.has("model")) body.set("model", deployment);
    return body;
  }
  const fields = typeof body === "string" ? tryParse(body) : body;
  return isRecord(fields) && "model" in fields ? { ...fields, model: deployment } : body;
}
