import { S3mini } from "s3mini";
import { type NamedEvent, type ObjectConfig, objectsOf, type PlannedObject } from "./batch-objects.ts";
import { type Outcome, type SendParts, sendOnce } from "./outcome.ts";
import { lowerCase } from "./send-webhook.ts";

/** The configuration of type `s3`. */
export type S3Config = ObjectConfig & {
  bucketName: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  region?: string;
  endpoint?: string;
  headers?: Record<string, string>;
};

const SIGNED_SECONDS = 300;
const DEFAULT_REGION = "us-east-1";

/**
 * Writes requests to a bucket as gzip-compressed NDJSON or Parquet, one object per path and hour. Requests that are sent
 * again replace the object that has them (`objectsOf`).
 */
export async function sendS3(
  config: S3Config,
  { destinationId, events }: { destinationId: string; events: readonly NamedEvent[] },
  parts: SendParts,
): Promise<Outcome> {
  let last: Outcome = { status: null, error: null, isRejected: false, retryAfterMs: null };
  for (const [key, object] of objectsOf(config, destinationId, events)) {
    last = await putObject(config, key, object, parts);
    if (last.error !== null) return last;
  }
  return last;
}

async function putObject(
  config: S3Config,
  key: string,
  { mediaType, encode }: PlannedObject,
  parts: SendParts,
): Promise<Outcome> {
  const { bucketName, accessKeyId, secretAccessKey, sessionToken, region = DEFAULT_REGION } = config;
  const endpoint = config.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const client = new S3mini({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: `${endpoint.replace(/\/+$/, "")}/${bucketName}`,
  });
  const headers = { ...lowerCase(config.headers), "content-type": mediaType };
  const query: Record<string, string> = sessionToken === undefined ? {} : { "X-Amz-Security-Token": sessionToken };
  const url = await client.getPresignedUrl("PUT", key, SIGNED_SECONDS, query, headers);
  return sendOnce({ url, method: "PUT", headers, body: await encode() }, parts);
}
