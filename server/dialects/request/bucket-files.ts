import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { recordsOf } from "../read-field.ts";

/** Returns whether a part names an object of Google Cloud Storage, which Vertex AI reads with the key of the request. */
export function isBucketFile(part: Body): boolean {
  return isRecord(part.file) && isBucketAddress(part.file.file_url);
}

export function isBucketAddress(url: unknown): url is string {
  return typeof url === "string" && url.startsWith("gs://") && URL.canParse(url);
}

/** Returns whether a request in any dialect has such a part. Without a key of the caller's own, it must not be read. */
export function hasBucketFiles({ messages, input }: Body): boolean {
  const turns = [...recordsOf(messages), ...recordsOf(input)];
  return turns.some(
    ({ content, output }) => recordsOf(content).some(isBucketFile) || recordsOf(output).some(isBucketFile),
  );
}
