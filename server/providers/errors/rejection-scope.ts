import type { RejectionScope } from "#server/errors.ts";
import { block, list } from "../exchange/json.ts";

/** Reasons in Google's error details that concern the key or its project. */
const KEY_REASONS = new Set([
  "API_KEY_INVALID",
  "API_KEY_IP_ADDRESS_BLOCKED",
  "API_KEY_HTTP_REFERRER_BLOCKED",
  "BILLING_DISABLED",
  "CONSUMER_INVALID",
  "CONSUMER_SUSPENDED",
  "SERVICE_DISABLED",
]);

/** AWS, for unknown, expired and badly signed keys and for Bedrock's API keys. */
const AWS_KEY =
  /security token included in the request|request signature we calculated|UnrecognizedClient|InvalidSignature|ExpiredToken|make sure your API Key is valid/i;
/** Other providers, for a key or an account that is invalid or was blocked, and for countries that are not served. */
const ACCOUNT =
  /(?:incorrect|invalid) api key|api key (?:not valid|expired)|\b(?:consumer|account|organization|team|project|key)\b[^.]{0,80} (?:has been|is|was) (?:suspended|disabled|deactivated|blocked|expired|invalid|revoked|terminated)|does(?:n't| not) have any credits|unsupported_country_region_territory/i;

/** OpenAI's 401 for a restricted key, which may be allowed to use other endpoints. */
const MISSING_SCOPE = /missing scopes|insufficient permissions/i;

/** OpenRouter's 402 for a request whose worst case exceeds the balance; a smaller one may be affordable. */
const TOO_EXPENSIVE = /can only afford/i;

/**
 * Returns what the rejection of a credential applies to. A 403 often means that an account may not use one model
 * (OpenAI's `model_not_found`, Bedrock's model access, Groq's blocked models), so without evidence of more it counts
 * only for that model.
 */
export function rejectionScope(status: number, body: unknown, raw: string): RejectionScope {
  if (status === 402) return TOO_EXPENSIVE.test(raw) ? "request" : "credential";
  if (status === 403) return hasKeyReason(body) || AWS_KEY.test(raw) || ACCOUNT.test(raw) ? "credential" : "model";
  return status === 401 && MISSING_SCOPE.test(raw) ? "model" : "credential";
}

function hasKeyReason(body: unknown): boolean {
  const { details } = block(block(Array.isArray(body) ? body[0] : body).error);
  return list(details).some((detail) => KEY_REASONS.has(String(block(detail).reason)));
}
