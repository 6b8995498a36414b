import { createCipheriv, createDecipheriv, hash } from "node:crypto";
import type { Environment } from "#server/env.ts";
import { deriveKey, readFormerSecrets, readSecret } from "./secret.ts";

export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the keys of one purpose from this installation's current secret and then its previous ones. */
export function keysOf(environment: Environment, purpose: string): Buffer[] {
  const secrets = [readSecret(environment), ...readFormerSecrets(environment)];
  return secrets.map((secret) => deriveKey(secret, purpose));
}

/** Returns a key's id: 8 hexadecimal digits. */
export function idOf(key: Buffer): string {
  return hash("sha256", key, "hex").slice(0, 8);
}

/** Encrypts with AES-256-GCM. Returns the ciphertext in pieces, the last of which is the tag. */
export function encipher(key: Buffer, nonce: Buffer, body: Buffer, context: Buffer): Buffer[] {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(context);
  return [cipher.update(body), cipher.final(), cipher.getAuthTag()];
}

/** Decrypts a ciphertext that ends with its tag. Returns undefined if it was changed or belongs to another context. */
export function decipher(key: Buffer, nonce: Buffer, body: Buffer, context: Buffer): Buffer | undefined {
  if (nonce.length !== NONCE_BYTES || body.length < TAG_BYTES) return undefined;
  const cipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(context);
  cipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([cipher.update(body.subarray(0, -TAG_BYTES)), cipher.final()]);
  } catch {
    // The tag does not match: the text was changed or belongs to another row.
    return undefined;
  }
}
