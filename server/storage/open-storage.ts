import { join } from "node:path";
import type { Dispatcher } from "undici";
import type { Environment } from "#server/env.ts";
import { diskStorage } from "./disk.ts";
import { s3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

/** Opens the storage set in the environment: a bucket, otherwise a folder in DATA_DIR. */
export function openStorage(environment: Environment, dispatcher: Dispatcher): Storage {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PREFIX } = environment;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return diskStorage(folderOf(environment, "kept"));
  return s3Storage({
    endpoint: S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    prefix: S3_PREFIX,
    dispatcher,
  });
}

/** Returns the folder for uploads in progress: on the same disk as the files stored here. */
export function spoolFolder(environment: Environment): string {
  return folderOf(environment, "arriving");
}

function folderOf({ DATA_DIR }: Environment, name: string): string {
  return join(/*turbopackIgnore: true*/ DATA_DIR, "files", name);
}
