import type { Fault } from "#server/errors.ts";
import { block, list } from "../exchange/json.ts";

const byStatus: Record<number, Fault> = {
  401: "credential",
  402: "credential",
  403: "credential",
  404: "model",
  405: "model",
  408: "upstream",
  409: "upstream",
  410: "model",
  421: "upstream",
  423: "upstream",
  424: "upstream",
  425: "upstream",
  429: "upstream",
  // Groq: the flex tier is at capacity.
  498: "upstream",
};

/**
 * Phrases in 400 errors that concern the key or its account: Google and xAI respond in this way to a wrong key,
 * Anthropic to an empty balance.
 */
const credentialSentences = [
  "api key not valid",
  "api key expired",
  "incorrect api key",
  "invalid api key",
  "credit balance is too low",
  "user location is not supported",
];

/**
 * Groq's codes for an output of the model that is not the call or the JSON that it should be
 * (https://console.groq.com/docs/errors): another model may do better.
 */
const FAILED_GENERATIONS = new Set<unknown>(["tool_use_failed", "json_validate_failed", "output_parse_failed"]);

/** Phrases in Bedrock's 400 errors for a model that it does not serve in a region, or only through a profile. */
const modelSentences = ["on-demand throughput", "model identifier is invalid", "inference profile"];

/** Returns what caused an upstream's failure status. Only `request` failures are pointless to retry elsewhere. */
export function faultOf(status: number, body: unknown, message: string): Fault {
  if (rejectsTexts(body, message)) return "request";
  if (isOfAnotherKey(status, message)) return "model";
  if (status === 400) return faultOf400(body, message);
  if (status === 404 && namesThing(message)) return "request";
  return byStatus[status] ?? (status > 400 && status < 500 ? "request" : "upstream");
}

/** Returns whether Google has stored what the request names, but not for this key: another key may have it. */
export function isOfAnotherKey(status: number, message: string): boolean {
  return (status === 403 || status === 404) && /CachedContent not found|permission to access the File\b/.test(message);
}

/** Returns whether a file or item named in the request is missing, rather than the model. */
function namesThing(message: string): boolean {
  return /\b(?:file|item|conversation|container|prompt)\b/i.test(message) && !/model/i.test(message);
}

function faultOf400(body: unknown, message: string): Fault {
  if (FAILED_GENERATIONS.has(block(block(body).error).code)) return "model";
  const words = message.toLowerCase();
  if (credentialSentences.some((sentence) => words.includes(sentence))) return "credential";
  return modelSentences.some((sentence) => words.includes(sentence)) ? "model" : "request";
}

/** xAI's safety checks. */
const VIOLATES_GUIDELINES = /content violates usage guidelines/i;

/** Returns whether an error is about the texts of the request: OpenRouter and xAI respond to such texts with 403. */
export function rejectsTexts(body: unknown, message: string): boolean {
  const metadata = block(block(block(body).error).metadata);
  return metadata.flagged_input !== undefined || list(metadata.reasons).length > 0 || VIOLATES_GUIDELINES.test(message);
}
