import { jsonText } from "#server/data/json-text.ts";

const MASKED = "[redacted]";

/** Names under which a text is a secret: `key`, `raw_key`, `sealedKey`, `password`, `tokenHash`; not `key_hash`. */
const SECRET_NAME = /(^|[_-]|[a-z])key$|secret|password|token|credential$|sealed|authorization|cookie/i;

/** A long word that begins as vendors' keys and ours do. */
const SECRET_WORD = /\b(?:sk|pk|gsk|xai|hf|pplx|nvapi|csk|fw|tgp|r8)[-_][\w-]{16,}|\bAIza[\w-]{16,}/g;

/**
 * A value as the audit log may keep it: plain JSON, where texts under a secret's name and texts that look like a key
 * are masked, and text that no database holds is replaced. Null for undefined.
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

/** A buffer is an object by the time it is seen here. */
function isText(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  return typeof value === "object" && value !== null && "type" in value && value.type === "Buffer";
}
