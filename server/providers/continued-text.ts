// Claude Opus 4.6, Claude Sonnet 4.6, Gemini 3.6 Flash and Gemini 3.5 Flash-Lite are the first models that do not
// support prefill.
const CLAUDE = /^claude-(?:3[^:]*|(?:opus|sonnet|haiku)-4(?:[.-][0-5])?(?:-\d{8}|-latest)?)$/;
const GEMINI = /^gemini-(?:[12]\.\d-|3(?:\.1)?-|3\.5-flash$)/;

type Continuing = { models: RegExp; source: string };

/**
 * The upstream models that continue a final assistant turn, according to their providers' documentation. All others
 * reject such a turn or start over. DeepSeek and Mistral require `prefix: true`, and DeepSeek another base URL; OpenAI
 * does not document support.
 */
const CONTINUING: Record<string, Continuing> = {
  anthropic: { models: CLAUDE, source: "https://platform.claude.com/docs/en/about-claude/models/migration-guide" },
  google: { models: GEMINI, source: "https://ai.google.dev/gemini-api/docs/generate-content/whats-new-gemini-3.6" },
  groq: { models: /^(?!groq\/compound)/, source: "https://console.groq.com/docs/prefilling" },
  // OpenRouter passes the turn on, so support depends on the model.
  openrouter: {
    models: new RegExp(`^(?:anthropic/${CLAUDE.source.slice(1)}|google/${GEMINI.source.slice(1)})`),
    source: "https://openrouter.ai/docs/api-reference/overview#assistant-prefill",
  },
};

/** Returns whether an upstream model continues a partial response. */
export function continuesText(provider: string, upstreamModel: string): boolean {
  return CONTINUING[provider]?.models.test(upstreamModel) === true;
}
