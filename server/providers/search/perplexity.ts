import { postJson, readJson } from "../exchange/send.ts";
import { bearer } from "../openai/bearer.ts";
import { readResults } from "./read-results.ts";
import type { SearchEngine } from "./search-engine.ts";

/** https://docs.perplexity.ai/api-reference/search-post; the key is that of the provider with the same name. */
export const perplexity: SearchEngine = {
  id: "perplexity",
  name: "Perplexity",
  keyVariable: "PERPLEXITY_API_KEY",
  baseUrlVariable: "PERPLEXITY_BASE_URL",
  baseUrl: "https://api.perplexity.ai",
  price: {
    usdPerThousand: 5,
    source: "https://docs.perplexity.ai/getting-started/pricing",
    asOf: "2026-11-23",
  },
  async search(target, { query, maxResults, allowed, excluded }) {
    // One list contains either the domains to search or, each with a minus, the domains to leave out.
    const domains = allowed.length > 0 ? allowed : excluded.map((domain) => `-${domain}`);
    const body = {
      query,
      max_results: maxResults,
      ...(domains.length > 0 && { search_domain_filter: domains.slice(0, MOST_DOMAINS) }),
    };
    const response = await readJson(await postJson(target, "/search", bearer(target.credential), body));
    return readResults(response.results, { text: "snippet", published: "date" });
  },
};

/** Perplexity rejects longer lists. */
const MOST_DOMAINS = 20;
