import { jsonText } from "#server/data/json-text.ts";

const MASKED = "[redacted]";

/** Names of fields whose text is a secret: `key`, `raw_key`, `sealedKey`, `password`, `tokenHash`; not `key_hash`. */
const SECRET_NAME = /(^|[_-]|[a-z])key$|secret|password|token|credential$|sealed|authorization|cookie/i;

/** A long word that starts like our keys or a provider's. */
const SECRET_WORD = /\b(?:sk|pk|gsk|xai|hf|pplx|nvapi|csk|fw|tgp|r8)[-_][\w-]{16,}|\bAIza[\w-]{16,}/g;

/**
 * Returns a value as the audit log may store it: plain JSON, with texts masked if their field's name or their form
 * suggests a secret, and with characters replaced that the database cannot store. Null for undefined.
 */
export function withoutSecrets(value: unknown): unknown {
  if (value === undefined) return null;
  return JSON.parse(jsonText(JSON.parse(JSON.stringify(value, mask))));
}

function mask(name: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (SECRET_NAME.test(name) && isText(value)) return MASKED;
  return typeof value === "string" ? value.replace(SECRET_WORD, MASKED) : value;
}

/** Buffers have become plain objects by this point. */
function isText(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  return typeof value === "object" && value !== null && "type" in value && value.type === "Buffer";
}
