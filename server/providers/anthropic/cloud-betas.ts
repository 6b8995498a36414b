import type { KnownBetas } from "../provider.ts";

/** Claude Code sends one name for two betas, which have separate names at clouds. */
const ADVANCED = "advanced-tool-use-2025-11-20";
const SEARCH = "tool-search-tool-2025-10-19";
const EXAMPLES = "tool-examples-2025-10-29";

/**
 * Streams the arguments of calls as the model writes them; Bedrock knows only this name for it:
 * https://github.com/BerriAI/litellm-docs/pull/1550
 */
export const EAGER = "fine-grained-tool-streaming-2025-05-14";

const BOTH = [
  ...["computer-use-2024-10-22", "computer-use-2025-01-24", "computer-use-2025-11-24", "context-1m-2025-08-07"],
  ...["token-efficient-tools-2025-02-19", "interleaved-thinking-2025-05-14", "output-128k-2025-02-19"],
  ...["context-management-2025-06-27", "effort-2025-11-24", "dev-full-thinking-2025-05-14", SEARCH, EXAMPLES],
  EAGER,
];

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html */
export const bedrockBetas: KnownBetas = { names: BOTH, parts: { [ADVANCED]: [SEARCH, EXAMPLES] } };

/** What its error does not list as unexpected: https://github.com/BerriAI/litellm/issues/19984 */
export const vertexBetas: KnownBetas = {
  names: [
    ...BOTH,
    ...["claude-code-20250219", "web-search-2025-03-05", "prompt-caching-2024-07-31", "extended-cache-ttl-2025-04-11"],
    "structured-outputs-2025-11-13",
  ],
  parts: { [ADVANCED]: [SEARCH, EXAMPLES] },
};

/** Returns the betas that a cloud knows. A beta that the cloud splits into several is replaced by those. */
export function keepKnownBetas(names: readonly string[], known: KnownBetas): string[] {
  const kept = names.flatMap((name) => (known.names.includes(name) ? [name] : (known.parts[name] ?? [])));
  return [...new Set(kept)];
}
