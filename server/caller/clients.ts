import { isAgent } from "./agents/agent.ts";
import type { CallerHeaders } from "./caller-headers.ts";

/** The only file that knows about particular clients and how to detect them. */

export type ResponsesStyle = "spec" | "openai" | "all";

/**
 * Returns which events a responses stream contains. Clients made for OpenAI's API, such as its SDKs and coding agents,
 * may fail on unknown events and can be detected; all other clients also get the events of the Open Responses spec. An
 * explicit `X-Response-Events` header takes precedence.
 */
export function responsesStyle(headers: CallerHeaders): ResponsesStyle {
  const header = headers.get("x-response-events");
  if (header === "spec" || header === "openai" || header === "all") return header;
  return isMadeForOpenAi(headers) ? "openai" : "all";
}

/** Headers of OpenAI's API. The Rust client `async-openai` has no user agent but sends `OpenAI-Beta`. */
const OPENAI_HEADERS = ["x-stainless-lang", "openai-beta", "openai-organization", "openai-project"];

/** Of PHP, Dart and Swift, whose clients for OpenAI fail on unknown events and do not name themselves. */
const TYPED_PLATFORMS = /^(GuzzleHttp|Symfony HttpClient|Dart)\b|\bCFNetwork\//;

function isMadeForOpenAi(headers: CallerHeaders): boolean {
  const userAgent = headers.get("user-agent");
  if (OPENAI_HEADERS.some((name) => headers.has(name)) || isOpenAiSdk(headers) || isAgent(userAgent)) return true;
  // `@ai-sdk/xai` fails on unknown events. `@ai-sdk/openai` does not, and would refer to items by OpenAI's ids.
  return userAgent !== null && (/\bai-sdk[-/]xai\//.test(userAgent) || TYPED_PLATFORMS.test(userAgent));
}

/**
 * Returns what a client's parser requires of chat chunks; undefined for nothing special. The AI SDK ignores the error
 * of a chunk that also has choices, and would treat a failed stream as a short one. Its provider for Mistral also reads
 * the first choice of every chunk. Cursor fails on a call that is not of a function.
 */
export function chatChunkStyle(
  headers: CallerHeaders,
): "bare-errors" | "first-choices" | "strict" | "functions-only" | undefined {
  if (isAiSdk(headers)) return /\bai-sdk[-/]mistral\//.test(userAgentOf(headers)) ? "first-choices" : "bare-errors";
  if (isCursor(headers)) return "functions-only";
  return isValidatingSdk(headers) ? "strict" : undefined;
}

/**
 * Returns whether the client needs every key of a response object: a published SDK throws if one is missing, even an
 * empty one.
 */
export function wantsEveryKey(headers: CallerHeaders): boolean {
  return isValidatingSdk(headers);
}

/**
 * Returns whether the client may send ids of earlier output items instead of the items: the AI SDK does unless `store:
 * false` is set.
 */
export function refersToItems(headers: CallerHeaders): boolean {
  return isAiSdk(headers);
}

/** Returns whether the client sends the items of a response back, of those types that its schema has for responses. */
export function sendsItemsBack(headers: CallerHeaders): boolean {
  return headers.get("x-openrouter-callmodel") === "true";
}

/** Returns a text that is the same for clients that get responses in the same form. */
export function responseFormOf(headers: CallerHeaders): string {
  const style = [responsesStyle(headers), chatChunkStyle(headers), wantsEveryKey(headers), sendsItemsBack(headers)];
  return [...style, refersToItems(headers)].join(" ");
}

// Each header with the response key it selects, including the header's older names.
const METADATA_HEADERS = [
  ["x-service-metadata", "service_metadata"],
  ["x-service-experimental-metadata", "service_metadata"],
  ["x-switchboard-metadata", "service_metadata"],
  ["x-switchboard-experimental-metadata", "service_metadata"],
  ["x-openrouter-metadata", "openrouter_metadata"],
  ["x-openrouter-experimental-metadata", "openrouter_metadata"],
] as const;

/** Returns the key for routing metadata in the response; undefined if the caller did not ask for it. */
export function metadataKey(headers: CallerHeaders): string | undefined {
  return METADATA_HEADERS.find(([header]) => headers.get(header) === "enabled")?.[1];
}

/**
 * Returns whether the client reads a model endpoint's `status` as text, as documented. A published SDK expects a number
 * and throws on text.
 */
export function readsStatusText(headers: CallerHeaders): boolean {
  return !isValidatingSdk(headers);
}

export type FileShape = "own" | "openrouter" | "openai" | "anthropic";

/**
 * Returns the format of file records that a client reads. OpenAI's clients also send a purpose with each file
 * (`saysPurpose`).
 */
export function fileShape(headers: CallerHeaders, saysPurpose = false): FileShape {
  if (isAnthropicClient(headers)) return "anthropic";
  if (saysPurpose || isOpenAiSdk(headers)) return "openai";
  return isValidatingSdk(headers) ? "openrouter" : "own";
}

/** Returns whether the client reads models in Anthropic's format. */
export function readsAnthropicModels(headers: CallerHeaders): boolean {
  return isAnthropicClient(headers);
}

/** Returns whether the client reads a request's ID in `request-id` instead of `x-request-id`. */
export function readsAnthropicRequestId(headers: CallerHeaders): boolean {
  return isAnthropicClient(headers);
}

/** Anthropic's clients identify themselves. */
function isAnthropicClient(headers: CallerHeaders): boolean {
  return headers.has("anthropic-version");
}

/** Returns whether the client reads OpenAI's video states. Only OpenAI's clients and compatible ones send forms. */
export function readsOpenAiVideos(headers: CallerHeaders): boolean {
  return isOpenAiSdk(headers) || /^multipart\//i.test(headers.get("content-type") ?? "");
}

/**
 * Returns whether the client expects speech as MP3 if it names no format
 * (https://platform.openai.com/docs/api-reference/audio/createSpeech).
 */
export function expectsMp3(headers: CallerHeaders): boolean {
  return isOpenAiSdk(headers);
}

/** Returns whether one of Google's published clients calls, at an address that other clients use too. */
export function isGoogleClient(headers: Pick<CallerHeaders, "has">): boolean {
  return headers.has("x-goog-api-client");
}

function isOpenAiSdk(headers: CallerHeaders): boolean {
  return /^(Async)?(Azure)?OpenAI\//.test(userAgentOf(headers));
}

function isCursor(headers: CallerHeaders): boolean {
  return /^cursor\//i.test(userAgentOf(headers));
}

function isAiSdk(headers: CallerHeaders): boolean {
  return userAgentOf(headers).includes("ai-sdk");
}

/**
 * Returns whether the client requires status 202 for a started video: a published SDK treats any other status as a
 * failure.
 */
export function acceptsOnly202(headers: CallerHeaders): boolean {
  return isValidatingSdk(headers);
}

/** Returns whether the client's SDK comes from a generator whose SDKs validate every response against its schema. */
function isValidatingSdk(headers: CallerHeaders): boolean {
  return userAgentOf(headers).startsWith("speakeasy-sdk/");
}

function userAgentOf(headers: CallerHeaders): string {
  return headers.get("user-agent") ?? "";
}
