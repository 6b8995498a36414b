import { hash } from "node:crypto";

/** Identifier of a key: SHA-256 of its text, hex. */
export function hashKey(key: string): string {
  return hash("sha256", key, "hex");
}

type Sent = { key: string; digest: string };

const lastSent = new WeakMap<object, Sent>();

/**
 * The same for a key that came over a connection, of which one mostly sees one key again and again. Remembered no
 * longer than the connection is open, so that no key stays in memory for it.
 */
export function keyDigest(key: string, connection: object | undefined): string {
  if (!connection) return hashKey(key);
  const last = lastSent.get(connection);
  if (last?.key === key) return last.digest;
  const digest = hashKey(key);
  lastSent.set(connection, { key, digest });
  return digest;
}
