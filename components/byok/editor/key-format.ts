/** Prefixes of each provider's keys, according to its documentation. */
const BEGINNINGS: Record<string, readonly string[]> = {
  openai: ["sk-"],
  anthropic: ["sk-ant-"],
  google: ["AIza", "AQ."],
  openrouter: ["sk-or-"],
  groq: ["gsk_"],
  xai: ["xai-"],
  perplexity: ["pplx-"],
  "perplexity-agent": ["pplx-"],
  fireworks: ["fw_"],
  nvidia: ["nvapi-"],
  cerebras: ["csk-"],
};

/** Returns an example for the field: "sk-ant-…". */
export function keyPlaceholder(provider: string | undefined): string {
  const [beginning] = BEGINNINGS[provider ?? ""] ?? [];
  return beginning ? `${beginning}…` : "Paste the key";
}

/** Returns a warning if a key looks like another provider's; only the provider can tell for sure. */
export function keyWarning(provider: string | undefined, key: string): string | undefined {
  const expected = BEGINNINGS[provider ?? ""];
  const looksLike = longestMatch(key)?.[0];
  if (!expected || key === "" || looksLike === provider) return undefined;
  if (looksLike) return `This looks like a key for ${looksLike}.`;
  return `Keys for this provider start with ${expected.join(" or ")}.`;
}

/** Prefers `sk-ant-` to `sk-`. */
function longestMatch(key: string): [string, readonly string[]] | undefined {
  const matches = Object.entries(BEGINNINGS).filter(([, all]) => all.some((beginning) => key.startsWith(beginning)));
  return matches.toSorted(([, a], [, b]) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))[0];
}

/** Returns the provider whose keys have this prefix. */
export function providerOf(key: string): string | undefined {
  return longestMatch(key)?.[0];
}

/** Returns the masked form in which the gateway will show a key. */
export function maskKey(key: string): string {
  return key.length < 16 ? "…" : `${key.slice(0, 3)}…${key.slice(-4)}`;
}
