import { isRecord } from "#lib/is-record.ts";
import { tryParse } from "../exchange/json.ts";

const masked = "[redacted]";

/** Prefixes of the keys that providers issue. */
const keyPrefixes = [
  "sk-",
  "sk_",
  "pk-",
  "gsk_",
  "xai-",
  "AIza",
  "hf_",
  "pplx-",
  "nvapi-",
  "csk-",
  "fw_",
  "tgp_",
  "r8_",
];

/**
 * Returns the text without the credential in plain, URL-encoded and base64 form, and without anything that looks like a
 * key: upstreams repeat keys in their errors, complete or shortened (`sk-ab***yz`).
 */
export function maskSecrets(text: string, credential: string): string {
  return secretsIn(credential)
    .reduce(withoutCredential, text)
    .replace(/\bbearer\s+[^\s"',;]+/gi, `Bearer ${masked}`)
    .replace(/[A-Za-z0-9_*-]{8,}/g, (word) => (looksSecret(word, credential) ? masked : word));
}

/** Returns a key itself, or the secret parts of a credential with several parts: those under a name like `api_key`. */
function secretsIn(credential: string): string[] {
  const fields = credential.startsWith("{") ? tryParse(credential) : undefined;
  return isRecord(fields) ? secretParts(fields) : [credential];
}

function secretParts(fields: Record<string, unknown>, areAll = false): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isSecret = areAll || /key|secret|token/.test(name);
    if (isRecord(value)) return secretParts(value, isSecret);
    return typeof value === "string" && isSecret ? [value] : [];
  });
}

/**
 * Removes the credential. One of fewer than four characters (a local server's placeholder) is not secret, and masking
 * it would garble the text.
 */
function withoutCredential(text: string, credential: string): string {
  if (credential.length < 4) return text;
  const forms = [credential, encodeURIComponent(credential), Buffer.from(credential).toString("base64")];
  return forms.reduce((rest, form) => rest.replaceAll(form, masked), text);
}

function looksSecret(word: string, credential: string): boolean {
  if (word.includes("***")) return word.replaceAll("*", "") !== "";
  if (credential.length >= 16 && word.startsWith(credential.slice(0, 8))) return true;
  return word.length >= 20 && keyPrefixes.some((prefix) => word.startsWith(prefix));
}
