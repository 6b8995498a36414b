import { postJson, readJson } from "../exchange/send.ts";
import { bearer } from "../openai/bearer.ts";
import { readResults } from "./read-results.ts";
import type { SearchEngine } from "./search-engine.ts";

/** Tavily rejects longer queries. */
const LONGEST_QUERY = 400;

/** https://docs.tavily.com/documentation/api-reference/endpoint/search; a basic search costs one credit. */
export const tavily: SearchEngine = {
  id: "tavily",
  name: "Tavily",
  keyVariable: "TAVILY_API_KEY",
  baseUrlVariable: "TAVILY_BASE_URL",
  baseUrl: "https://api.tavily.com",
  price: {
    usdPerThousand: 8,
    source: "https://scavio.dev/glossary/search-api-credit-system",
    asOf: "2026-11-23",
  },
  async search(target, { query, maxResults, allowed, excluded }) {
    const body = {
      query: query.slice(0, LONGEST_QUERY),
      max_results: maxResults,
      search_depth: "basic",
      ...(allowed.length > 0 && { include_domains: allowed }),
      ...(excluded.length > 0 && { exclude_domains: excluded }),
    };
    const response = await readJson(await postJson(target, "/search", bearer(target.credential), body));
    return readResults(response.results, { text: "content", published: "published_date" });
  },
};
