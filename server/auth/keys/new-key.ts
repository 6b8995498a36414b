import { randomBytes } from "node:crypto";
import { hashKey } from "./key-digest.ts";

const PREFIX = "sk-sb-";

/** Creates an API key: its text (shown once, never stored), its identifier and its masked form. */
export function newKey(): { secret: string; hash: string; label: string } {
  const secret = PREFIX + randomBytes(32).toString("base64url");
  return { secret, ...keyIdentity(secret) };
}

/** Returns the stored fields of a key. */
export function keyIdentity(secret: string): { hash: string; label: string } {
  return { hash: hashKey(secret), label: `${secret.slice(0, 6)}…${secret.slice(-4)}` };
}
