import type { Provider } from "../provider.ts";
import { rejectsLackOfSchema } from "../requests/rejected-format.ts";
import { anthropicToolIds } from "../requests/tool-ids.ts";
import { anthropicToolNames } from "../requests/tool-names.ts";
import { filterEvents } from "../wire/filter-events.ts";
import { anthropicBatches } from "./batches.ts";
import { fitBody, lacksSampling } from "./fit-body.ts";
import { fitRequest } from "./fit-request.ts";
import { anthropicHeaders as headers } from "./headers.ts";
import { dropUnknownResults, knownEvents } from "./known-events.ts";
import { withThinkingLimit } from "./thinking-limit.ts";
import { anthropicTokenCount } from "./token-count.ts";
import { messagesOthers, messagesUsage, neutralMessagesUsage } from "./usage.ts";

export const anthropic: Provider = {
  id: "anthropic",
  family: "anthropic",
  name: "Anthropic",
  baseUrl: "https://api.anthropic.com",
  keyVariable: "ANTHROPIC_API_KEY",
  baseUrlVariable: "ANTHROPIC_BASE_URL",
  soldTiers: ["fast", "batch"],
  async text({ model, credential, baseUrl, fetch, note = () => undefined, billing, onProgress }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const settings = { apiKey: credential, baseURL: `${baseUrl}/v1` };
    const sendKnown = filterEvents(fetch, () => knownEvents(note, billing), onProgress);
    return withThinkingLimit((send) => createAnthropic({ ...settings, fetch: send }).messages(model), sendKnown);
  },
  textReader: dropUnknownResults,
  textDialect: "messages",
  textToolIds: anthropicToolIds,
  textToolNames: anthropicToolNames,
  textObjectSchemas: true,
  fitText: fitRequest,
  rejectsFormat: rejectsLackOfSchema,
  textUsage: neutralMessagesUsage,
  otherUsage: messagesOthers,
  probe: { path: "/v1/models?limit=1", headers },
  tokenCount: anthropicTokenCount,
  batches: anthropicBatches,
  native: {
    messages: {
      path: "/v1/messages",
      headers,
      callerHeaders: ["anthropic-beta"],
      prepare: fitBody,
      toolIds: anthropicToolIds,
      objectSchemas: true,
      lacks: lacksSampling,
      usage: messagesUsage,
    },
  },
};
