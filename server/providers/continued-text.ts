// Prefilling a model turn ends with Claude Opus 4.6 and Sonnet 4.6, and with Gemini 3.6 Flash and 3.5 Flash-Lite.
const CLAUDE = /^claude-(?:3[^:]*|(?:opus|sonnet|haiku)-4(?:[.-][0-5])?(?:-\d{8}|-latest)?)$/;
const GEMINI = /^gemini-(?:[12]\.\d-|3(?:\.1)?-|3\.5-flash$)/;

type Continuing = { models: RegExp; source: string };

/**
 * The upstream models that go on with a last turn of their own, as their providers document it. All others refuse such
 * a turn or begin anew. DeepSeek and Mistral take one only with `prefix: true`, DeepSeek at another address; OpenAI
 * documents none.
 */
const CONTINUING: Record<string, Continuing> = {
  anthropic: { models: CLAUDE, source: "https://platform.claude.com/docs/en/about-claude/models/migration-guide" },
  google: { models: GEMINI, source: "https://ai.google.dev/gemini-api/docs/generate-content/whats-new-gemini-3.6" },
  groq: { models: /^(?!groq\/compound)/, source: "https://console.groq.com/docs/prefilling" },
  // It passes the turn on, and what becomes of it is the model's to say.
  openrouter: {
    models: new RegExp(`^(?:anthropic/${CLAUDE.source.slice(1)}|google/${GEMINI.source.slice(1)})`),
    source: "https://openrouter.ai/docs/api-reference/overview#assistant-prefill",
  },
};

/** Does an upstream model of a provider go on with the beginning of its answer? */
export function continuesText(provider: string, upstreamModel: string): boolean {
  return CONTINUING[provider]?.models.test(upstreamModel) === true;
}
