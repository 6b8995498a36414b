import type { Provider } from "../provider.ts";
import { anthropicToolIds } from "../tool-ids.ts";
import { anthropicToolNames } from "../tool-names.ts";
import { keptEvents } from "../wire/kept-events.ts";
import { knownEvents, looseResults } from "./known-events.ts";
import { withMaxTokens } from "./prepare.ts";
import { withThinkingLimit } from "./thinking-limit.ts";
import { messagesUsage, neutralMessagesUsage } from "./usage.ts";

const headers = (credential: string) => ({ "x-api-key": credential, "anthropic-version": "2023-06-01" });

export const anthropic: Provider = {
  id: "anthropic",
  name: "Anthropic",
  baseUrl: "https://api.anthropic.com",
  keyVariable: "ANTHROPIC_API_KEY",
  baseUrlVariable: "ANTHROPIC_BASE_URL",
  async text({ model, credential, baseUrl, fetch, note = () => undefined }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const settings = { apiKey: credential, baseURL: `${baseUrl}/v1` };
    const known = keptEvents(fetch, () => knownEvents(note));
    return withThinkingLimit((send) => createAnthropic({ ...settings, fetch: send }).messages(model), known);
  },
  textReader: looseResults,
  textDialect: "messages",
  textToolIds: anthropicToolIds,
  textToolNames: anthropicToolNames,
  textUsage: neutralMessagesUsage,
  probe: { path: "/v1/models?limit=1", headers },
  native: {
    messages: {
      path: "/v1/messages",
      headers,
      callerHeaders: ["anthropic-beta"],
      prepare: withMaxTokens,
      toolIds: anthropicToolIds,
      usage: messagesUsage,
    },
  },
};
