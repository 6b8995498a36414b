import { isRecord } from "#lib/is-record.ts";
import { accessToken, requestToken } from "../cloud/access-token.ts";
import type { CarriedBody, Carrier, CarrierAccess } from "../cloud/carrier.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import { tryParse } from "../exchange/json.ts";
import { type AzureFields, RESOURCE } from "./credential.ts";

/** The scope of both Azure OpenAI and Foundry. */
const SCOPE = "https://cognitiveservices.azure.com/.default";
const AUTHORITY = "https://login.microsoftonline.com";

/** Paths that name the deployment in the dated API; others name it in the body. */
const BY_DEPLOYMENT = /^\/(chat\/completions|completions|embeddings|images\/|audio\/)/;

export const azureCarrier: Carrier = {
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
      body: deployed(outgoing.body, access.model, deployment),
    };
  },
};

/** https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle */
function openaiUrl(
  origin: string,
  path: string,
  { api_version: version = "v1" }: Partial<AzureFields>,
  deployment: string,
) {
  if (version === "v1") return `${origin}/openai/v1${path}`;
  if (version === "preview") return `${origin}/openai/v1${path}?api-version=preview`;
  const place = BY_DEPLOYMENT.test(path) ? `/deployments/${encodeURIComponent(deployment)}` : "";
  return `${origin}/openai${place}${path}?api-version=${version}`;
}

/** Claude is served only at the resource's Foundry host. */
function messagesUrl(origin: string, path: string): string {
  return `${origin.replace(".openai.azure.", ".services.ai.azure.")}/anthropic${path}`;
}

async function credentialHeaders(
  fields: Partial<AzureFields>,
  access: CarrierAccess,
  isMessages: boolean,
): Promise<Record<string, string>> {
  if (fields.api_key !== undefined) return { [isMessages ? "x-api-key" : "api-key"]: fields.api_key };
  return { authorization: `Bearer ${await entraToken(fields, access)}` };
}

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
function entraToken(
  fields: Partial<AzureFields>,
  { credential, variables, fetch, now }: CarrierAccess,
): Promise<string> {
  const { tenant_id: tenant = "", client_id = "", client_secret = "" } = fields;
  const authority = (variables.AZURE_AUTHORITY_HOST ?? AUTHORITY).replace(/\/+$/, "");
  const url = `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  const form = { grant_type: "client_credentials", client_id, client_secret, scope: SCOPE };
  return accessToken(`${url} ${credential}`, now, () => requestToken({ url, form, credential, fetch, now }));
}

/** Replaces the model in a JSON body by its deployment. */
function deployed(body: CarriedBody, model: string, deployment: string): CarriedBody {
  if (model === deployment) return body;
  if (body instanceof FormData) {
    if (body.has("model")) body.set("model", deployment);
    return body;
  }
  const fields = typeof body === "string" ? tryParse(body) : body;
  return isRecord(fields) && "model" in fields ? { ...fields, model: deployment } : body;
}
