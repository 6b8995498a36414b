import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { parseJson } from "../parse-json.ts";

/** Base64 of `{"sb1":`, with which no signature of Google begins. */
const PREFIX = "eyJzYjEiO";

/**
 * Returns another provider's entry of `reasoning_details` as a thought signature, which clients send back unchanged.
 */
export function sealDetail(detail: Body): string {
  return Buffer.from(JSON.stringify({ sb1: detail })).toString("base64");
}

/** Returns the entry in such a signature; undefined for a signature of Google. */
export function unsealDetail(signature: string): Body | undefined {
  if (!signature.startsWith(PREFIX)) return undefined;
  const sealed = parseJson(Buffer.from(signature, "base64").toString("utf8"));
  return isRecord(sealed) && isRecord(sealed.sb1) ? sealed.sb1 : undefined;
}
