import type { Block } from "../exchange/json.ts";
import { bearer } from "../openai/bearer.ts";
import { chatUsage } from "../openai/chat-usage.ts";
import { withStreamUsage } from "../openai/requests/prepare.ts";
import type { NativeText } from "../provider.ts";

/** Returns how a server speaks OpenAI's text completions, where it differs. */
export function textCompletions(different: Partial<NativeText> = {}): NativeText {
  return { path: "/completions", headers: bearer, prepare: withStreamUsage, usage: chatUsage, ...different };
}

/** It converts requests to chats for its other models. */
export const openrouterCompletions = textCompletions({ models: /gpt-3\.5-turbo-instruct|codestral|-base$/ });

/** https://api-docs.deepseek.com/guides/fim_completion: without reasoning. */
export const deepseekCompletions = textCompletions({ path: "/beta/completions", models: /^(?!.*reasoner)/ });

/** https://docs.mistral.ai/capabilities/code_generation: its responses have the form of a chat. */
export const mistralCompletions = textCompletions({
  path: "/fim/completions",
  models: /^codestral-(?!embed)/,
  prepare: mistralBody,
});

/** It always sends usage, and has its own name for the seed. */
function mistralBody({ stream_options: _, seed, ...body }: Block): Block {
  return seed === undefined ? body : { ...body, random_seed: seed };
}
