import { postJson, readJson } from "../exchange/send.ts";
import { readResults } from "./read-results.ts";
import type { SearchEngine } from "./search-engine.ts";

/** Parallel rejects longer texts. */
const LONGEST_QUERY = 200;
const LONGEST_OBJECTIVE = 5_000;

/** https://docs.parallel.ai/api-reference/search/search */
export const parallel: SearchEngine = {
  id: "parallel",
  name: "Parallel",
  keyVariable: "PARALLEL_API_KEY",
  baseUrlVariable: "PARALLEL_BASE_URL",
  baseUrl: "https://api.parallel.ai",
  price: {
    usdPerThousand: 5,
    source: "https://docs.parallel.ai/getting-started/pricing",
    asOf: "2026-08-14",
  },
  modes: ["basic", "advanced"],
  async search(target, { query, maxResults, allowed, excluded, mode }) {
    const policy = {
      ...(allowed.length > 0 && { include_domains: allowed }),
      ...(excluded.length > 0 && { exclude_domains: excluded }),
    };
    const body = {
      search_queries: [query.slice(0, LONGEST_QUERY)],
      objective: query.slice(0, LONGEST_OBJECTIVE),
      mode: mode ?? "basic",
      advanced_settings: {
        max_results: maxResults,
        ...(Object.keys(policy).length > 0 && { source_policy: policy }),
      },
    };
    const response = await readJson(await postJson(target, "/v1/search", { "x-api-key": target.credential }, body));
    return readResults(response.results, { text: "excerpts", published: "publish_date" });
  },
};
