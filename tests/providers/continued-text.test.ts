import { expect, test } from "vitest";
import { continuesText } from "#server/providers/continued-text.ts";

test.each([
  ["anthropic", "claude-3-5-haiku-20241022"],
  ["anthropic", "claude-opus-4-0"],
  ["anthropic", "claude-sonnet-4-20250514"],
  ["anthropic", "claude-haiku-4-5"],
  ["google", "gemini-2.5-flash-lite"],
  ["google", "gemini-3-flash-preview"],
  ["google", "gemini-3.1-pro-preview"],
  ["google", "gemini-3.5-flash"],
  ["groq", "llama-3.3-70b-versatile"],
  ["openrouter", "anthropic/claude-sonnet-4.5"],
  ["openrouter", "google/gemini-2.5-pro"],
])("%s: %s continues a partial response", (provider, model) => {
  expect(continuesText(provider, model)).toBe(true);
});

test.each([
  ["anthropic", "claude-opus-4-6"],
  ["anthropic", "claude-sonnet-4-6"],
  ["anthropic", "claude-opus-5-5"],
  ["anthropic", "claude-fable-5"],
  ["google", "gemini-3.5-flash-lite"],
  ["google", "gemini-3.6-flash"],
  ["google", "gemini-3.8-flash"],
  ["google", "gemini-flash-latest"],
  ["google", "gemma-4-31b-it"],
  ["groq", "groq/compound"],
  ["openai", "gpt-4.1"],
  ["deepseek", "deepseek-chat"],
  ["mistral", "mistral-large-latest"],
  ["openrouter", "anthropic/claude-opus-4.6"],
  ["openrouter", "anthropic/claude-3.7-sonnet:thinking"],
  ["openrouter", "google/gemini-3.6-flash"],
  ["openrouter", "openai/gpt-4.1"],
  ["openrouter", "meta-llama/llama-3.3-70b-instruct"],
  ["together", "meta-llama/Llama-3.3-70B-Instruct-Turbo"],
])("%s: %s does not continue a partial response", (provider, model) => {
  expect(continuesText(provider, model)).toBe(false);
});
