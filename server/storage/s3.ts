import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { S3mini } from "s3mini";
import { type Dispatcher, request } from "undici";
import { HttpError } from "#server/errors.ts";
import type { Storage } from "./storage.ts";

export type S3Options = {
  /** The service's address, without the bucket: `https://s3.eu-central-1.amazonaws.com`, `http://minio:9000`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Precedes every name in the bucket, e.g. `switchboard/`. */
  prefix: string;
  dispatcher: Dispatcher;
};

/** How long a signed address is valid. */
const SIGNED_SECONDS = 900;

/**
 * Stores files in a bucket. A file is put whole, in one request of known length read from the disk: a failed put leaves
 * nothing in the bucket, and there are no parts to clean up.
 */
export function s3Storage({ endpoint, bucket, prefix, dispatcher, ...access }: S3Options): Storage {
  const client = new S3mini({
    ...access,
    endpoint: `${endpoint.replace(/\/+$/, "")}/${bucket}`,
    fetch: (input, init) => fetch(input, { ...init, dispatcher } as RequestInit),
  });
  const nameOf = (id: string) => `${prefix}${id}`;
  return {
    async place(path, id) {
      await putFile(await client.getPresignedUrl("PUT", nameOf(id), SIGNED_SECONDS), path, dispatcher);
    },
    async open(id, part) {
      const url = await client.getPresignedUrl("GET", nameOf(id), SIGNED_SECONDS);
      return getFile(url, part && `bytes=${part.start}-${part.end}`, dispatcher);
    },
    async remove(id) {
      await client.deleteObject(nameOf(id)).catch(rejectUnreachable);
    },
    async room() {
      const isReachable = await client.bucketExists().catch(() => false);
      return { kind: "s3", place: bucket, isReachable, freeBytes: null, totalBytes: null };
    },
  };
}

// Does not use `fetch`, whose streams retain the bytes: we measured 60 MB of memory for a file of 100 MB.

async function putFile(url: string, path: string, dispatcher: Dispatcher): Promise<void> {
  const { size } = await stat(path);
  const headers = { "content-length": String(size) };
  const pendingResponse = request(url, { method: "PUT", headers, body: createReadStream(path), dispatcher });
  const response = await pendingResponse.catch(rejectUnreachable);
  await response.body.dump();
  if (response.statusCode !== 200)
    rejectUnreachable(new Error(`The bucket responded with status ${response.statusCode}`));
}

async function getFile(url: string, range: string | undefined, dispatcher: Dispatcher): Promise<Readable> {
  const response = await request(url, { dispatcher, headers: range ? { range } : {} }).catch(rejectUnreachable);
  if (response.statusCode === (range ? 206 : 200)) return response.body;
  await response.body.dump();
  throw new HttpError(503, "The file cannot be read at the moment");
}

function rejectUnreachable(cause: unknown): never {
  throw new HttpError(503, "The file storage does not respond", { cause });
}
