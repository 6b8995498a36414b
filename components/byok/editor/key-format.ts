/** How the keys of a provider begin, as their own documentation shows them. */
const BEGINNINGS: Record<string, readonly string[]> = {
  openai: ["sk-"],
  anthropic: ["sk-ant-"],
  google: ["AIza", "AQ."],
  openrouter: ["sk-or-"],
  groq: ["gsk_"],
  xai: ["xai-"],
  perplexity: ["pplx-"],
  fireworks: ["fw_"],
  nvidia: ["nvapi-"],
  cerebras: ["csk-"],
};

/** What to expect in the field: "sk-ant-…". */
export function keyPlaceholder(provider: string | undefined): string {
  const [beginning] = BEGINNINGS[provider ?? ""] ?? [];
  return beginning ? `${beginning}…` : "Paste the key";
}

/** Said of a key that looks like another provider's; only the provider knows, so that it is no more than a warning. */
export function keyWarning(provider: string | undefined, key: string): string | undefined {
  const expected = BEGINNINGS[provider ?? ""];
  const looksLike = longestMatch(key)?.[0];
  if (!expected || key === "" || looksLike === provider) return undefined;
  if (looksLike) return `This looks like a key for ${looksLike}.`;
  return `Keys for this provider start with ${expected.join(" or ")}.`;
}

/** `sk-ant-` is more than `sk-`. */
function longestMatch(key: string): [string, readonly string[]] | undefined {
  const matches = Object.entries(BEGINNINGS).filter(([, all]) => all.some((beginning) => key.startsWith(beginning)));
  return matches.toSorted(([, a], [, b]) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))[0];
}

/** The provider whose keys begin like this one. */
export function providerOf(key: string): string | undefined {
  return longestMatch(key)?.[0];
}

/** The masked form that the gateway will show of a key. */
export function maskedKey(key: string): string {
  return key.length < 16 ? "…" : `${key.slice(0, 3)}…${key.slice(-4)}`;
}
