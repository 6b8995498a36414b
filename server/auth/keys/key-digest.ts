import { hash } from "node:crypto";

/** Returns the identifier of a key: the SHA-256 of its text, in hex. */
export function hashKey(key: string): string {
  return hash("sha256", key, "hex");
}

type Sent = { key: string; digest: string };

const lastSent = new WeakMap<object, Sent>();

/**
 * Returns the same for a key received over a connection, which usually carries the same key again and again. The digest
 * is remembered only while the connection is open, so that the key does not stay in memory.
 */
export function keyDigest(key: string, connection: object | undefined): string {
  if (!connection) return hashKey(key);
  const last = lastSent.get(connection);
  if (last?.key === key) return last.digest;
  const digest = hashKey(key);
  lastSent.set(connection, { key, digest });
  return digest;
}
