import { importPKCS8, SignJWT } from "jose";
import { UpstreamError } from "#server/errors.ts";
import { type AccessToken, accessToken, requestToken } from "../cloud/access-token.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import type { TransportAccess } from "../cloud/transport.ts";
import type { VertexFields } from "./credential.ts";
import { federatedToken, SCOPE } from "./federated-token.ts";

const TOKEN_URL = "https://oauth2.googleapis.com/token";
const METADATA_HOST = "metadata.google.internal";
const LIFETIME_SECONDS = 3_600;

/** Returns an access token for a credential. Rejects with an UpstreamError. */
export function vertexToken(access: TransportAccess): Promise<string> {
  const { service_account: account, workload_identity: identity } = parseCredential<VertexFields>(access.credential);
  const request = () => {
    if (account) return serviceAccountToken(account, access);
    return identity ? federatedToken(identity, access) : metadataToken(access);
  };
  return accessToken(`vertex ${access.credential}`, access.now, request);
}

/** https://developers.google.com/identity/protocols/oauth2/service-account */
async function serviceAccountToken(
  account: NonNullable<VertexFields["service_account"]>,
  { credential, variables, fetch, now }: TransportAccess,
): Promise<AccessToken> {
  const url = variables.GOOGLE_TOKEN_URL ?? TOKEN_URL;
  const key = await importPKCS8(account.private_key, "RS256").catch((cause: unknown) => {
    const message = "The private key of the service account cannot be read";
    throw new UpstreamError(401, message, { retryable: true, fault: "credential", cause });
  });
  const issuedAt = Math.floor(now() / 1000);
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", ...(account.private_key_id && { kid: account.private_key_id }) })
    .setIssuer(account.client_email)
    .setAudience(url)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_SECONDS)
    .sign(key);
  const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
  return requestToken({ url, form, credential, fetch, now });
}

/** https://cloud.google.com/compute/docs/access/authenticate-workloads */
function metadataToken({ credential, variables, fetch, now }: TransportAccess): Promise<AccessToken> {
  const host = variables.GCE_METADATA_HOST ?? METADATA_HOST;
  const url = `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`;
  return requestToken({ url, headers: { "metadata-flavor": "Google" }, credential, fetch, now });
}
