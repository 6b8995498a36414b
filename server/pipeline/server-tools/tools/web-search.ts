import { OWN_SERVER } from "#server/dialects/server-call.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import type { OwnRequest } from "../requested-tools.ts";
import type { EngineSetup } from "../search/engine-setup.ts";
import { queryOf, runSearch, searchSettings } from "../search/run-search.ts";
import { type ServerTool, toolFailure } from "../server-tool.ts";
import { worstSearchCost } from "../tool-charge.ts";

/** Returns the tool that searches the web with one of the operator's search engines. */
export function webSearchTool(
  gateway: PipelineGateway,
  { settings: given }: OwnRequest,
  setup: EngineSetup,
): ServerTool {
  const settings = searchSettings(given);
  let left = typeof given.max_total_results === "number" ? given.max_total_results : Number.POSITIVE_INFINITY;
  return {
    server: OWN_SERVER,
    name: "web_search",
    functionName: "web_search",
    description: "Searches the web. Returns titles, URLs and excerpts of pages. Cite the URLs you use.",
    inputSchema: {
      type: "object",
      properties: { query: { type: "string", description: "What to search for" } },
      required: ["query"],
      additionalProperties: false,
    },
    worstNanoUsd: worstSearchCost(gateway, setup.engine.id),
    ...(typeof given.max_uses === "number" && { maxUses: given.max_uses }),
    async run(input, signal, money) {
      const query = queryOf(input);
      if (query === "") return toolFailure("query is missing");
      const maxResults = Math.min(settings.maxResults, left);
      if (maxResults <= 0) return toolFailure("This request allows no more search results");
      // Parallel searches share what is left.
      left -= maxResults;
      const outcome = await runSearch(gateway, setup, { ...settings, maxResults }, query, signal, money);
      left += maxResults - (outcome.sources?.length ?? 0);
      return outcome;
    },
  };
}
