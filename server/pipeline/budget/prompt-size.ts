import type { Body } from "#server/dialects/dialect.ts";
import { writtenNumber } from "#server/json/exact-numbers.ts";
import { mediaTokensOf, remoteTokensOf } from "./media-tokens.ts";

/** What of a body no model reads. */
const UNREAD = new Set([
  ...["model", "models", "fallbacks", "provider", "plugins", "route", "session_id", "trace", "user", "metadata"],
  ...["stop_server_tools_when", "logit_bias", "include", "stop", "stop_sequences"],
]);

// What vendors' templates put around a call and around each message, part, tool and property: three tokens a message at
// OpenAI, five in Llama's templates; models with a preamble of their own (gpt-oss) take more a call than is given here.
const TOKENS_A_CALL = 16;
const TOKENS_A_RECORD = 8;
/** Fields that a template puts in its own words, which are in what a record is given, and those whose texts it does too. */
const FRAME_NAMES = new Set(["role", "type", "content", "text"]);
const FRAME_WORDS = new Set(["role", "type"]);
/** Anthropic tells a model that may use tools how: 313 to 530 tokens, by model. */
const TOKENS_OF_TOOLS = 600;

/**
 * The input tokens that a body may be counted as: its texts by `size`, wherever they stand, since names, schemas and
 * what was thought before are read too; its media; and what vendors put around each of its records.
 */
export function promptTokens(body: Body, size: (text: string) => number): number {
  let tokens = TOKENS_A_CALL;
  for (const [name, value] of Object.entries(body)) {
    if (!UNREAD.has(name) && (typeof value === "string" || typeof value === "object")) tokens += within(value, size);
  }
  return hasTools(body) ? tokens + TOKENS_OF_TOOLS : tokens;
}

function within(value: unknown, size: (text: string) => number): number {
  const media = mediaTokensOf(value);
  if (media !== undefined) return media;
  if (typeof value !== "object" || value === null) return size(String(value));
  if (Array.isArray(value)) return value.reduce<number>((sum, item, at) => sum + field(value, at, item, size), 0);
  let tokens = TOKENS_A_RECORD + remoteTokensOf(value as Body);
  for (const name in value) {
    const item = (value as Body)[name];
    if (!FRAME_NAMES.has(name)) tokens += size(name);
    if (!FRAME_WORDS.has(name) || !isWord(item)) tokens += field(value, name, item, size);
  }
  return tokens;
}

function field(holder: object, name: string | number, item: unknown, size: (text: string) => number): number {
  return typeof item === "number" ? size(writtenNumber(holder, name) ?? String(item)) : within(item, size);
}

/** A role or a type that a vendor knows; a caller's own text must not pass for one. */
function isWord(item: unknown): boolean {
  return typeof item === "string" && item.length <= 32;
}

function hasTools({ tools, functions }: Body): boolean {
  return [tools, functions].some((list) => Array.isArray(list) && list.length > 0);
}
