import { block } from "../exchange/json.ts";
import { postJson, readJson, unusableError } from "../exchange/send.ts";
import { bearer } from "../openai/bearer.ts";
import { readResults } from "./read-results.ts";
import type { SearchEngine } from "./search-engine.ts";

/** Firecrawl rejects longer queries. */
const LONGEST_QUERY = 500;

/**
 * https://docs.firecrawl.dev/api-reference/endpoint/search; ten results cost two credits, whose price depends on the
 * plan.
 */
export const firecrawl: SearchEngine = {
  id: "firecrawl",
  name: "Firecrawl",
  keyVariable: "FIRECRAWL_API_KEY",
  baseUrlVariable: "FIRECRAWL_BASE_URL",
  baseUrl: "https://api.firecrawl.dev",
  async search(target, { query, maxResults, allowed, excluded }) {
    const body = {
      query: query.slice(0, LONGEST_QUERY),
      limit: maxResults,
      sources: ["web"],
      // Firecrawl accepts only one of the two lists.
      ...(allowed.length > 0 ? { includeDomains: allowed } : excluded.length > 0 && { excludeDomains: excluded }),
    };
    const response = await readJson(await postJson(target, "/v2/search", bearer(target.credential), body));
    if (response.success === false) throw unusableError(response);
    return readResults(block(response.data).web ?? (response.data && []), { text: "description" });
  },
};
