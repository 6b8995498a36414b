import { bearer } from "../openai/bearer.ts";
import type { Provider } from "../provider.ts";
import { openaiToolIds } from "../requests/tool-ids.ts";
import { usageFrom } from "../usage/neutral-usage.ts";
import { reportedCost } from "../usage/reported-cost.ts";
import { agentModel } from "./model.ts";
import { agentUsage } from "./usage.ts";

/**
 * Perplexity's Agent API (https://docs.perplexity.ai/docs/agent-api). It resembles OpenAI's Responses API, but rejects
 * every field that it does not know, so that even bodies of that dialect are converted.
 */
export const perplexityAgent: Provider = {
  id: "perplexity-agent",
  name: "Perplexity Agent",
  baseUrl: "https://api.perplexity.ai/v1",
  keyVariable: "PERPLEXITY_API_KEY",
  baseUrlVariable: "PERPLEXITY_AGENT_BASE_URL",
  sharesKeyOf: "perplexity",
  text: async (upstream) => agentModel(upstream),
  textDialect: "responses",
  textToolIds: openaiToolIds,
  // The names of its own tools are reserved, and more may be.
  textToolNames:
    /^(?!(?:web_search|search_web|people_search|search_people|fetch_url|finance_search|sandbox)$)[\w-]{1,64}$/,
  textOptions: {
    parallel_tool_calls: (value) => (typeof value === "boolean" ? { parallelToolCalls: value } : undefined),
    strictJsonSchema: (value) => (typeof value === "boolean" ? { strictJsonSchema: value } : undefined),
    web_search_options: (value) => ({ webSearch: value }),
  },
  textUsage: usageFrom(agentUsage),
  textSearch: true,
  // It raises smaller ones itself.
  leastOutputTokens: 16,
  searchesUnasked: true,
  // Its responses have no reasoning items that could be sent back.
  omitsReasoning: true,
  reportedCost,
  // Anyone may read the list, so it proves nothing about a key.
  modelList: { path: "/models", headers: bearer },
  probe: { path: "/models", headers: bearer },
};
