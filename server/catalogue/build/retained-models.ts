/**
 * Models (upstream names) whose prompts a provider keeps, by provider, although it keeps none of its other models:
 * Bedrock for up to 30 days, of OpenAI's models what a classifier flags, and everything of Claude Fable
 * (https://docs.aws.amazon.com/bedrock/latest/userguide/abuse-detection.html, 2026-11-28).
 */
const RETAINED: Readonly<Record<string, RegExp>> = {
  "amazon-bedrock": /^(?:[a-z-]+\.)?(?:openai\.gpt-\d|anthropic\.claude-fable-)/,
};

/** Returns whether a provider keeps the prompts of a model (upstream name), although it keeps none of others. */
export function isRetained(provider: string, upstreamModel: string): boolean {
  return RETAINED[provider]?.test(upstreamModel) ?? false;
}
