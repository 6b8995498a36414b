import { randomBytes } from "node:crypto";
import type { Environment } from "#server/env.ts";
import { decipher, encipher, idOf, keysOf, NONCE_BYTES } from "./cipher.ts";

/** Seals texts for storage, each for one row: a sealed text copied to another row cannot be opened. */
export type Vault = {
  /** Id of the key that seals; part of every sealed text. */
  keyId: string;
  /** `v1.<key id>.<nonce>.<ciphertext and tag>`, the last two in base64url. */
  seal(text: string, rowId: string): string;
  /** Returns undefined if the key is unknown, or the text was changed or belongs to another row. */
  open(sealed: string, rowId: string): string | undefined;
};

const VERSION = "v1";

/** Opens the vault of stored provider keys, with keys derived from this installation's current and previous secrets. */
export function openCredentialVault(environment: Environment): Vault {
  return createVault(keysOf(environment, "credentials"), "byok");
}

/** Opens the vaults of what workspaces set up alongside provider keys, with keys derived in the same way. */
export function openVaults(environment: Environment) {
  return {
    /** Destinations' credentials. */
    destinationVault: createVault(keysOf(environment, "destinations"), "destination"),
    /** Registered MCP servers' headers and tokens. */
    mcpVault: createVault(keysOf(environment, "mcp servers"), "mcp_server"),
    /** Alert channels' addresses. */
    channelVault: createVault(keysOf(environment, "alert channels"), "alert_channel"),
  };
}

/** Opens the vault of the state that a process without its database starts from, with keys derived in the same way. */
export function openStateVault(environment: Environment): Vault {
  return createVault(keysOf(environment, "last known state"), "last_known_state");
}

/** Opens the vault of cached responses in a shared store, with keys derived in the same way. */
export function openResponseVault(environment: Environment): Vault {
  return createVault(keysOf(environment, "kept responses"), "response");
}

/**
 * Creates a vault: AES-256-GCM with a new nonce for each text, bound by its associated data to `<noun>:<row id>`. The
 * first of `keys` (32 bytes each) seals; all of them open.
 */
export function createVault(keys: readonly Buffer[], noun: string): Vault {
  const sealing = keys[0] as Buffer;
  const keyId = idOf(sealing);
  const known = new Map(keys.map((key) => [idOf(key), key]));
  return {
    keyId,
    seal(text, rowId) {
      const nonce = randomBytes(NONCE_BYTES);
      const sealed = encipher(sealing, nonce, Buffer.from(text), Buffer.from(`${noun}:${rowId}`));
      return [VERSION, keyId, nonce.toString("base64url"), Buffer.concat(sealed).toString("base64url")].join(".");
    },
    open(sealed, rowId) {
      const [version, id = "", nonce = "", body = ""] = sealed.split(".");
      const key = known.get(id);
      if (version !== VERSION || !key) return undefined;
      const context = Buffer.from(`${noun}:${rowId}`);
      return decipher(key, Buffer.from(nonce, "base64url"), Buffer.from(body, "base64url"), context)?.toString("utf8");
    },
  };
}

/** Returns the id of the key that a text was sealed with; empty if the text is not sealed. */
export function sealingKeyId(sealed: string): string {
  const [version, id = ""] = sealed.split(".");
  return version === VERSION ? id : "";
}
