import { randomBytes } from "node:crypto";
import { BASE62, checksumOf } from "./key-checksum.ts";
import { hashKey } from "./key-digest.ts";

const PREFIX = "sk-sb-";
/** 43 characters of 62 have 256 bits. */
const RANDOM_CHARACTERS = 43;

/** Creates an API key: its text (shown once, never stored), its identifier and its masked form. */
export function newKey(): { secret: string; hash: string; label: string } {
  const body = PREFIX + randomText(RANDOM_CHARACTERS);
  const secret = body + checksumOf(body);
  return { secret, ...keyIdentity(secret) };
}

/** Returns the stored fields of a key. */
export function keyIdentity(secret: string): { hash: string; label: string } {
  return { hash: hashKey(secret), label: `${secret.slice(0, 6)}…${secret.slice(-4)}` };
}

/** The largest multiple of 62 in a byte: with larger bytes, the first characters would be more frequent. */
const EVEN_BYTES = 248;

function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) if (byte < EVEN_BYTES) text += BASE62[byte % 62];
  }
  return text;
}
