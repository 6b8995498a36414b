import { createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";

/** A public key that a secret scanner signs with; `id` undefined: any identifier. */
export type ScannerKey = { id: string | undefined; key: KeyObject };

/**
 * Reads the public keys of GitHub's secret scanning from a text or the file that it names: the JSON that
 * https://api.github.com/meta/public_keys/secret_scanning serves, or one or more keys in PEM form. Returns a sentence for
 * anything else, without the text.
 */
export function readScannerKeys(setting: string): ScannerKey[] | string {
  try {
    const text = /^\s*(?:-----BEGIN|\{)/.test(setting) ? setting : readFileSync(setting, "utf8");
    const keys = text.trimStart().startsWith("{") ? listedKeys(text) : pemKeys(text);
    return keys.length > 0 ? keys : "it has no public key";
  } catch (error) {
    return `it must be ECDSA public keys of P-256, or a file with them (${(error as NodeJS.ErrnoException).code ?? "invalid"})`;
  }
}

const PEM = /-----BEGIN PUBLIC KEY-----[^-]{1,2000}-----END PUBLIC KEY-----/g;

function pemKeys(text: string): ScannerKey[] {
  // Some files of variables cannot have line breaks in a value.
  return [...text.replaceAll("\\n", "\n").matchAll(PEM)].map(([pem]) => ({ id: undefined, key: publicKey(pem) }));
}

type Listed = { public_keys: { key_identifier: string; key: string }[] };

function listedKeys(text: string): ScannerKey[] {
  const { public_keys: listed } = JSON.parse(text) as Listed;
  return listed.map(({ key_identifier: id, key }) => ({ id: String(id), key: publicKey(key) }));
}

function publicKey(pem: string): KeyObject {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new TypeError("not a key of P-256");
  return key;
}
