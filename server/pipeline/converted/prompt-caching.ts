import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from "@ai-sdk/provider";

/**
 * About 1,024 tokens, the smallest prompt that Anthropic caches for any model. A mark on a smaller one is ignored and
 * costs nothing (https://docs.claude.com/en/docs/build-with-claude/prompt-caching).
 */
const LEAST_CHARACTERS = 4_096;
const MARK = { cacheControl: { type: "ephemeral" } };

/**
 * Marks the parts of a prompt that the conversation's next request repeats: the tools, the system prompt and, if a next
 * call is likely, the last turns. Writing to the cache costs a quarter more than uncached input and reading from it a
 * tenth, so a single question is marked only up to its system prompt. Does nothing if the caller has set marks or the
 * prompt is too short to cache. Changes `options` in place. `cachedTurns`: the user messages at the start that the caller
 * asked to cache, whatever their size; their end is marked too.
 */
export function markForCaching(options: LanguageModelV4CallOptions, cachedTurns = 0): void {
  if (hasMarks(options)) return;
  const { tools = [], prompt } = options;
  const cached = prompt.filter(({ role }) => role === "user")[cachedTurns - 1];
  // Anthropic accepts four marks. This one covers the tools and the system prompt before it.
  if (cached) mark(cached);
  else markStart(options);
  if (!goesOn(options) || !holds([...tools, ...prompt], LEAST_CHARACTERS)) return;
  const turns = prompt.filter(({ role }) => role === "user" || role === "tool");
  for (const turn of turns.slice(-2)) mark(turn);
}

/** Marks the last tool and the system prompt. */
function markStart({ tools = [], prompt }: LanguageModelV4CallOptions): void {
  const tool = tools.findLast(({ type }) => type === "function");
  const system = prompt.findLast(({ role }) => role === "system");
  const prefix = [...tools, ...prompt.filter(({ role }) => role === "system")];
  if (holds(prefix, LEAST_CHARACTERS)) for (const place of [tool, system]) if (place) mark(place);
}

function hasMarks({ tools = [], prompt, providerOptions }: LanguageModelV4CallOptions): boolean {
  const parts = prompt.flatMap<object>(({ content }) => (typeof content === "string" ? [] : content));
  const places: { providerOptions?: SharedV4ProviderOptions | undefined }[] = [
    ...[{ providerOptions }],
    ...[...tools, ...prompt, ...parts],
  ];
  return places.some((place) => place.providerOptions?.anthropic?.cacheControl !== undefined);
}

/**
 * Returns whether another call is likely: an agent sends its tool results next, and a conversation with earlier turns
 * continues.
 */
function goesOn({ tools = [], prompt }: LanguageModelV4CallOptions): boolean {
  return tools.length > 0 || prompt.some(({ role }) => role === "assistant");
}

/** Marks the last tool, a message, or any other part with options. */
function mark(place: object): void {
  const marked = place as { providerOptions?: SharedV4ProviderOptions };
  const { anthropic, ...others } = marked.providerOptions ?? {};
  marked.providerOptions = { ...others, anthropic: { ...anthropic, ...MARK } };
}

/** Returns whether the values have at least `least` characters of text. Ignores files and stops as soon as it knows. */
function holds(values: readonly unknown[], least: number): boolean {
  let left = least;
  const look = (value: unknown): boolean => {
    if (typeof value === "string") left -= value.length;
    else if (value instanceof Uint8Array) return false;
    else if (typeof value === "object" && value !== null) return Object.values(value).some(look);
    return left <= 0;
  };
  return values.some(look);
}
