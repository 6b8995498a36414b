import { randomBytes } from "node:crypto";
import type { Environment } from "#server/env.ts";
import { decipher, encipher, idOf, keysOf, NONCE_BYTES } from "./cipher.ts";

/** Seals bytes for storage, each for one row, as `Vault` does for texts, but without the third that base64url adds. */
export type ByteVault = {
  /** Id of the key that seals, as in every sealed value. */
  keyId: string;
  /** Version (1 byte), key id (4), nonce (12), ciphertext and tag (16). */
  seal(bytes: Buffer, rowId: string): Buffer;
  /** Returns undefined if the key is unknown, or the bytes were changed or belong to another row. */
  open(sealed: Buffer, rowId: string): Buffer | undefined;
  /** Returns whether the current key sealed these bytes. */
  isCurrent(sealed: Buffer): boolean;
};

const VERSION = 1;
const KEY_ID_END = 5;
const NONCE_END = KEY_ID_END + NONCE_BYTES;

/** Opens the vault of stored prompts and responses, with keys derived from the current and previous secrets. */
export function openContentVault(environment: Environment): ByteVault {
  return createByteVault(keysOf(environment, "contents"), "generation_content");
}

/** Opens the vault of the results of unfinished batches, with keys derived in the same way. */
export function openBatchVault(environment: Environment): ByteVault {
  return createByteVault(keysOf(environment, "batches"), "batch_line");
}

/** Creates a vault like `createVault` in `vault.ts`: the first of `keys` seals, all of them open. */
export function createByteVault(keys: readonly Buffer[], noun: string): ByteVault {
  const sealing = keys[0] as Buffer;
  const keyId = idOf(sealing);
  const head = Buffer.concat([Buffer.from([VERSION]), Buffer.from(keyId, "hex")]);
  const known = new Map(keys.map((key) => [idOf(key), key]));
  const contextOf = (rowId: string) => Buffer.from(`${noun}:${rowId}`);
  return {
    keyId,
    seal(bytes, rowId) {
      const nonce = randomBytes(NONCE_BYTES);
      return Buffer.concat([head, nonce, ...encipher(sealing, nonce, bytes, contextOf(rowId))]);
    },
    open(sealed, rowId) {
      const key = known.get(sealed.toString("hex", 1, KEY_ID_END));
      if (sealed[0] !== VERSION || !key) return undefined;
      return decipher(key, sealed.subarray(KEY_ID_END, NONCE_END), sealed.subarray(NONCE_END), contextOf(rowId));
    },
    isCurrent: (sealed) => head.equals(sealed.subarray(0, KEY_ID_END)),
  };
}
