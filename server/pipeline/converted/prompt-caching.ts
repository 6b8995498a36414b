import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from "@ai-sdk/provider";

/**
 * About 1,024 tokens, the least that Anthropic caches for any model; a mark on less is ignored and costs nothing
 * (https://docs.claude.com/en/docs/build-with-claude/prompt-caching).
 */
const LEAST_CHARACTERS = 4_096;
const MARK = { cacheControl: { type: "ephemeral" } };

/**
 * Marks what the next call of a conversation begins with as well: the tools, the system prompt and, where there will be
 * a next call, the last turns. Writing to the cache costs a quarter more than reading the prompt, and reading from it a
 * tenth, so that a single question is not marked beyond its system prompt. Does nothing where the caller has set marks
 * and where the prompt is too short to be cached. Changes `options` in place.
 */
export function markForCaching(options: LanguageModelV4CallOptions): void {
  if (hasMarks(options)) return;
  const { tools = [], prompt } = options;
  const tool = tools.findLast(({ type }) => type === "function");
  const system = prompt.findLast(({ role }) => role === "system");
  const prefix = [...tools, ...prompt.filter(({ role }) => role === "system")];
  if (holds(prefix, LEAST_CHARACTERS)) for (const place of [tool, system]) if (place) mark(place);
  if (!goesOn(options) || !holds([...tools, ...prompt], LEAST_CHARACTERS)) return;
  const turns = prompt.filter(({ role }) => role === "user" || role === "tool");
  for (const turn of turns.slice(-2)) mark(turn);
}

function hasMarks({ tools = [], prompt, providerOptions }: LanguageModelV4CallOptions): boolean {
  const parts = prompt.flatMap<object>(({ content }) => (typeof content === "string" ? [] : content));
  const places: { providerOptions?: SharedV4ProviderOptions | undefined }[] = [
    ...[{ providerOptions }],
    ...[...tools, ...prompt, ...parts],
  ];
  return places.some((place) => place.providerOptions?.anthropic?.cacheControl !== undefined);
}

/** An agent with tools asks again with their results; who has asked before will ask again. */
function goesOn({ tools = [], prompt }: LanguageModelV4CallOptions): boolean {
  return tools.length > 0 || prompt.some(({ role }) => role === "assistant");
}

/** The last tool, a message, or what else has options of its own. */
function mark(place: object): void {
  const marked = place as { providerOptions?: SharedV4ProviderOptions };
  const { anthropic, ...others } = marked.providerOptions ?? {};
  marked.providerOptions = { ...others, anthropic: { ...anthropic, ...MARK } };
}

/** Are there so many characters of text in it? Files are not counted, and no more is looked at than needed. */
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
