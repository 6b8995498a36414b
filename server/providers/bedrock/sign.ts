import { AwsV4Signer } from "aws4fetch";
import { LRUCache } from "lru-cache";
import { UpstreamError } from "#server/errors.ts";
import type { BedrockFields } from "./credential.ts";

type Unsigned = { method: string; url: string; headers: Record<string, string>; body: string | undefined };
type AccessKey = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

/** Signing keys by secret, day, region and service, derived once a day. */
const derived = new LRUCache<string, ArrayBuffer>({ max: 1_000 });

/**
 * Returns the headers of a request with its Signature Version 4 for a service (AWS's signing name). Rejects with an UpstreamError
 * without an access key.
 */
export async function signHeaders(
  { method, url, headers, body }: Unsigned,
  fields: Partial<BedrockFields>,
  service: string,
  nowMs: number,
): Promise<Record<string, string>> {
  const key = fields.ambient ? await ambientKey() : ownKey(fields);
  const signer = new AwsV4Signer({
    method,
    url,
    headers,
    ...(body !== undefined && { body }),
    ...key,
    service,
    region: fields.region ?? "",
    cache: derived as unknown as Map<string, ArrayBuffer>,
    datetime: new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, ""),
  });
  return Object.fromEntries((await signer.sign()).headers);
}

function ownKey({ access_key_id, secret_access_key, session_token: sessionToken }: Partial<BedrockFields>): AccessKey {
  return {
    accessKeyId: access_key_id ?? "",
    secretAccessKey: secret_access_key ?? "",
    ...(sessionToken !== undefined && { sessionToken }),
  };
}

let chain: (() => Promise<AccessKey>) | undefined;

/** Returns the access key of this machine's profile or role. AWS's package keeps it until shortly before it expires. */
async function ambientKey(): Promise<AccessKey> {
  if (!chain) {
    const { defaultProvider } = await import("@aws-sdk/credential-provider-node");
    chain ??= defaultProvider();
  }
  return chain().catch((cause: unknown) => {
    throw new UpstreamError(401, "This machine has no AWS credentials", {
      retryable: true,
      fault: "credential",
      cause,
    });
  });
}
