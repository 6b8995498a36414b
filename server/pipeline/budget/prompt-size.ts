import type { Body } from "#server/dialects/dialect.ts";
import { GATEWAY_FIELDS } from "#server/dialects/gateway-fields.ts";
import { originalNumber } from "#server/json/exact-numbers.ts";
import { mediaTokensOf, remoteTokensOf } from "./media-tokens.ts";

/** Body fields that no model reads. */
const UNREAD = new Set<string>([
  ...GATEWAY_FIELDS,
  ...["model", "user", "metadata", "logit_bias", "include", "stop", "stop_sequences"],
]);

// Tokens that provider templates add to a call and to each message, part, tool and property: OpenAI adds three a
// message, Llama's templates five. Models with their own preamble (gpt-oss) add more per request than this.
const TOKENS_A_CALL = 16;
const TOKENS_A_RECORD = 8;
/**
 * Fields that a template replaces with its own words, which TOKENS_A_RECORD already covers. FRAME_WORDS: fields whose
 * values it replaces too.
 */
const FRAME_NAMES = new Set(["role", "type", "content", "text"]);
const FRAME_WORDS = new Set(["role", "type"]);
/** Anthropic adds a system prompt for tool use: 313 to 530 tokens, by model. */
const TOKENS_OF_TOOLS = 600;

/**
 * Returns the input tokens that a body may count as: all its texts measured by `size`, including names, schemas and
 * earlier reasoning; its media; and the template tokens around each record.
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
  return typeof item === "number" ? size(originalNumber(holder, name) ?? String(item)) : within(item, size);
}

/** Returns whether a value can be a role or type. A long text from the caller must not be taken for one. */
function isWord(item: unknown): boolean {
  return typeof item === "string" && item.length <= 32;
}

function hasTools({ tools, functions }: Body): boolean {
  return [tools, functions].some((list) => Array.isArray(list) && list.length > 0);
}
