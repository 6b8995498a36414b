import type { CallerHeaders } from "./caller-headers.ts";

/** The only file that knows particular clients and how they ask. */

export type ResponsesStyle = "spec" | "openai" | "all";

/**
 * Which events a responses stream carries. SDKs built on OpenAI's throw on unknown events and announce
 * themselves; everyone else also gets the spec's own. An explicit `X-Response-Events` header wins.
 */
export function responsesStyle(headers: CallerHeaders): ResponsesStyle {
  const asked = headers.get("x-response-events");
  if (asked === "spec" || asked === "openai" || asked === "all") return asked;
  return headers.has("x-stainless-lang") ? "openai" : "all";
}

/**
 * What a caller's parser asks of chat chunks; undefined: nothing out of the ordinary. The AI SDK's packages pass over
 * the error of a chunk that also has choices, and would take a failed stream for a short one.
 */
export function chatChunkStyle(headers: CallerHeaders): "bare-errors" | "strict" | undefined {
  if (isAiSdk(headers)) return "bare-errors";
  return isValidatingSdk(headers) ? "strict" : undefined;
}

/** A published SDK throws on a response object that lacks a key, even one that says nothing. */
export function wantsEveryKey(headers: CallerHeaders): boolean {
  return isValidatingSdk(headers);
}

/** The AI SDK sends the ids of earlier output items in place of the items unless its user says `store: false`. */
export function refersToItems(headers: CallerHeaders): boolean {
  return isAiSdk(headers);
}

// Header by header: the name of the reply's key, and the header's older form.
const METADATA_HEADERS = [
  ["x-service-metadata", "service_metadata"],
  ["x-service-experimental-metadata", "service_metadata"],
  ["x-switchboard-metadata", "service_metadata"],
  ["x-switchboard-experimental-metadata", "service_metadata"],
  ["x-openrouter-metadata", "openrouter_metadata"],
  ["x-openrouter-experimental-metadata", "openrouter_metadata"],
] as const;

/** The key under which a reply carries routing metadata; undefined when it was not asked for. */
export function metadataKey(headers: CallerHeaders): string | undefined {
  return METADATA_HEADERS.find(([header]) => headers.get(header) === "enabled")?.[1];
}

/** Facts about the calling application, for the ledger; bounded. */
export function application(headers: CallerHeaders): { userAgent: string | null; referer: string | null } {
  return {
    userAgent: headers.get("user-agent")?.slice(0, 256) ?? null,
    referer: headers.get("http-referer")?.slice(0, 256) ?? headers.get("referer")?.slice(0, 256) ?? null,
  };
}

/** A published SDK reads `status` of a model endpoint as a number, and throws on the text that the API documents. */
export function readsStatusText(headers: CallerHeaders): boolean {
  return !isValidatingSdk(headers);
}

export type FileShape = "own" | "openrouter" | "openai" | "anthropic";

/**
 * The form of file records that a caller's client reads. OpenAI's clients also say what a file is for when they send
 * it (`saysPurpose`).
 */
export function fileShape(headers: CallerHeaders, saysPurpose = false): FileShape {
  if (headers.has("anthropic-version")) return "anthropic";
  if (saysPurpose || isOpenAiSdk(headers)) return "openai";
  return isValidatingSdk(headers) ? "openrouter" : "own";
}

/** Anthropic's clients read models and lists of them in a shape of their own, and announce themselves. */
export function readsAnthropicModels(headers: CallerHeaders): boolean {
  return headers.has("anthropic-version");
}

/** OpenAI's clients wait for the end of a video by states of their own; only they, and who imitates them, send forms. */
export function readsOpenAiVideos(headers: CallerHeaders): boolean {
  return isOpenAiSdk(headers) || /^multipart\//i.test(headers.get("content-type") ?? "");
}

function isOpenAiSdk(headers: CallerHeaders): boolean {
  return /^(Async)?(Azure)?OpenAI\//.test(headers.get("user-agent") ?? "");
}

function isAiSdk(headers: CallerHeaders): boolean {
  return headers.get("user-agent")?.includes("ai-sdk") === true;
}

/** A published SDK takes the answer to the start of a video for a failure unless its status is 202. */
export function acceptsOnly202(headers: CallerHeaders): boolean {
  return isValidatingSdk(headers);
}

/** SDKs of this generator check every reply against its schema. */
function isValidatingSdk(headers: CallerHeaders): boolean {
  return headers.get("user-agent")?.startsWith("speakeasy-sdk/") === true;
}
