import { gzipSync } from "node:zlib";
import { S3mini } from "s3mini";
import { type Outcome, type SendParts, sendOnce } from "./outcome.ts";
import { lowerCase } from "./send-webhook.ts";
import type { TraceEvent } from "./trace-event.ts";

/** The configuration of type `s3`. */
export type S3Config = {
  bucketName: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  region?: string;
  endpoint?: string;
  prefix: string;
  pathTemplate: string;
  headers?: Record<string, string>;
};

/** A request with its number in the queue and the name of its key, for the object's name. */
export type NamedEvent = { id: number; event: TraceEvent; keyName: string | null };

const SIGNED_SECONDS = 300;
const DEFAULT_REGION = "us-east-1";

/**
 * Writes requests to a bucket as gzip-compressed NDJSON, one object per path and hour. Requests that are sent
 * again replace the object that has them (`objectsOf`).
 */
export async function sendS3(
  config: S3Config,
  { destinationId, events }: { destinationId: string; events: readonly NamedEvent[] },
  parts: SendParts,
): Promise<Outcome> {
  let last: Outcome = { status: null, error: null, isRejected: false, retryAfterMs: null };
  for (const [key, lines] of objectsOf(config, destinationId, events)) {
    last = await putObject(config, key, gzipSync(`${lines.join("\n")}\n`), parts);
    if (last.error !== null) return last;
  }
  return last;
}

/**
 * Returns the lines of each object by its name, which ends in the destination and the number in the queue of the
 * object's first request. The requests of a planned batch therefore return to the same objects, whether they are sent
 * all at once or in parts.
 */
export function objectsOf(
  config: Pick<S3Config, "prefix" | "pathTemplate">,
  destinationId: string,
  events: readonly NamedEvent[],
): Map<string, string[]> {
  const hours = Map.groupBy(events, ({ event: { created_at: at }, keyName }) =>
    `${pathOf(config, at, keyName)}/${at.slice(11, 13)}00`.replace(/^\/+/, ""),
  );
  const objects = [...hours].map(([hour, inHour]): [string, string[]] => {
    const name = `${hour}-${destinationId}-${inHour[0]?.id}.ndjson.gz`;
    return [name, inHour.map(({ event }) => JSON.stringify(event))];
  });
  return new Map(objects);
}

function pathOf({ prefix, pathTemplate }: Pick<S3Config, "prefix" | "pathTemplate">, at: string, key: string | null) {
  const [year = "", month = "", day = ""] = at.slice(0, 10).split("-");
  const values: Record<string, string> = {
    prefix,
    date: at.slice(0, 10),
    year,
    month,
    day,
    hour: at.slice(11, 13),
    apiKeyName: (key ?? "none").replace(/[^\w.-]/g, "_"),
  };
  return pathTemplate.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder).replace(/\/+$/, "");
}

async function putObject(config: S3Config, key: string, body: Buffer, parts: SendParts): Promise<Outcome> {
  const { bucketName, accessKeyId, secretAccessKey, sessionToken, region = DEFAULT_REGION } = config;
  const endpoint = config.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const client = new S3mini({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: `${endpoint.replace(/\/+$/, "")}/${bucketName}`,
  });
  const headers = { ...lowerCase(config.headers), "content-type": "application/gzip" };
  const query: Record<string, string> = sessionToken === undefined ? {} : { "X-Amz-Security-Token": sessionToken };
  const url = await client.getPresignedUrl("PUT", key, SIGNED_SECONDS, query, headers);
  return sendOnce({ url, method: "PUT", headers, body }, parts);
}
