import { type AccessToken, accessToken, requestToken } from "../cloud/access-token.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import { readTokenFile } from "../cloud/token-file.ts";
import type { TransportAccess } from "../cloud/transport.ts";
import type { AzureFields } from "./credential.ts";

/** Both Azure OpenAI and Foundry. */
const RESOURCE = "https://cognitiveservices.azure.com";
const SCOPE = `${RESOURCE}/.default`;
const AUTHORITY = "https://login.microsoftonline.com";
const METADATA = "http://169.254.169.254";

/** Returns an access token for a credential without a key. Rejects with an UpstreamError. */
export function entraToken(access: TransportAccess): Promise<string> {
  const { credential, variables, now } = access;
  const { ambient } = parseCredential<AzureFields>(credential);
  const authority = (variables.AZURE_AUTHORITY_HOST ?? AUTHORITY).replace(/\/+$/, "");
  if (!ambient) return accessToken(`${authority} ${credential}`, now, () => secretToken(authority, access));
  const { AZURE_FEDERATED_TOKEN_FILE: file, IDENTITY_ENDPOINT: endpoint } = variables;
  // Azure's own tools look for an identity in this order.
  if (file) return accessToken(`${file} ${credential}`, now, () => workloadToken(authority, file, access));
  if (endpoint) return accessToken(`${endpoint} ${credential}`, now, () => serviceToken(endpoint, access));
  return accessToken(`azure machine ${credential}`, now, () => machineToken(access));
}

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
function secretToken(authority: string, { credential, fetch, now }: TransportAccess): Promise<AccessToken> {
  const { tenant_id = "", client_id = "", client_secret = "" } = parseCredential<AzureFields>(credential);
  const form = { grant_type: "client_credentials", client_id, client_secret, scope: SCOPE };
  return requestToken({ url: tokenUrl(authority, tenant_id), form, credential, fetch, now });
}

/** https://learn.microsoft.com/azure/aks/workload-identity-overview: the file is renewed, so each request reads it. */
async function workloadToken(
  authority: string,
  file: string,
  { credential, variables, fetch, now }: TransportAccess,
): Promise<AccessToken> {
  const assertion = await readTokenFile(file, "AZURE_FEDERATED_TOKEN_FILE");
  const form = {
    grant_type: "client_credentials",
    client_id: variables.AZURE_CLIENT_ID ?? "",
    scope: SCOPE,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  };
  return requestToken({ url: tokenUrl(authority, variables.AZURE_TENANT_ID ?? ""), form, credential, fetch, now });
}

/** https://learn.microsoft.com/azure/app-service/overview-managed-identity, also in Container Apps and Functions */
function serviceToken(endpoint: string, { credential, variables, fetch, now }: TransportAccess): Promise<AccessToken> {
  const url = identityUrl(endpoint, "2019-08-01", variables);
  const headers = { "x-identity-header": variables.IDENTITY_HEADER ?? "" };
  return requestToken({ url, headers, credential, fetch, now });
}

/** https://learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token */
function machineToken({ credential, variables, fetch, now }: TransportAccess): Promise<AccessToken> {
  const host = (variables.AZURE_POD_IDENTITY_AUTHORITY_HOST ?? METADATA).replace(/\/+$/, "");
  const url = identityUrl(`${host}/metadata/identity/oauth2/token`, "2018-02-01", variables);
  return requestToken({ url, headers: { metadata: "true" }, credential, fetch, now });
}

/** `AZURE_CLIENT_ID` chooses one of several identities. */
function identityUrl(address: string, version: string, variables: TransportAccess["variables"]): string {
  const { AZURE_CLIENT_ID: client } = variables;
  const query = new URLSearchParams({
    "api-version": version,
    resource: RESOURCE,
    ...(client && { client_id: client }),
  });
  return `${address}?${query}`;
}

function tokenUrl(authority: string, tenant: string): string {
  return `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
}
