import type { WorkloadIdentity } from "#lib/contract/cloud-credentials.ts";
import { type AccessToken, requestToken } from "../cloud/access-token.ts";
import { readTokenFile } from "../cloud/token-file.ts";
import type { TransportAccess } from "../cloud/transport.ts";
import { block, tryParse } from "../exchange/json.ts";

export const SCOPE = "https://www.googleapis.com/auth/cloud-platform";
const STS_URL = "https://sts.googleapis.com/v1/token";
const IAM_URL = "https://iamcredentials.googleapis.com";

/**
 * Exchanges a token of another platform, such as a Kubernetes cluster outside of Google Cloud, for one of Google's
 * (RFC 8693). Rejects with an UpstreamError. https://cloud.google.com/iam/docs/workload-identity-federation
 */
export async function federatedToken(identity: WorkloadIdentity, access: TransportAccess): Promise<AccessToken> {
  const { credential, variables, fetch, now } = access;
  const form = {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    audience: identity.audience,
    scope: SCOPE,
    requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
    subject_token: await subjectToken(identity),
    subject_token_type: identity.subject_token_type,
  };
  const token = await requestToken({ url: variables.GOOGLE_STS_URL ?? STS_URL, form, credential, fetch, now });
  const account = accountOf(identity);
  if (account === undefined) return token;
  const url = `${variables.GOOGLE_IAM_URL ?? IAM_URL}/v1/projects/-/serviceAccounts/${account}:generateAccessToken`;
  const headers = { authorization: `Bearer ${token.value}` };
  return requestToken({ url, headers, json: { scope: [SCOPE] }, credential, fetch, now });
}

/** Returns the service account that the workload acts as; undefined if it acts as itself. */
export function accountOf({ service_account_impersonation_url: url }: WorkloadIdentity): string | undefined {
  return /\/serviceAccounts\/([\w.@-]+):generateAccessToken$/.exec(url ?? "")?.[1];
}

async function subjectToken({ credential_source: { file, format } }: WorkloadIdentity): Promise<string> {
  const text = await readTokenFile(file, "the workload identity");
  return format?.type === "json" ? String(block(tryParse(text))[format.subject_token_field_name ?? ""]) : text;
}
