import { block } from "../exchange/json.ts";
import { getFrom, readJson, unusableError } from "../exchange/send.ts";
import { readResults } from "./read-results.ts";
import type { SearchEngine } from "./search-engine.ts";
import { withSites } from "./site-operators.ts";

/** Brave rejects longer queries. */
const LONGEST_QUERY = 400;

/** https://api-dashboard.search.brave.com/app/documentation/web-search/get-started */
export const brave: SearchEngine = {
  id: "brave",
  name: "Brave",
  keyVariable: "BRAVE_API_KEY",
  baseUrlVariable: "BRAVE_BASE_URL",
  baseUrl: "https://api.search.brave.com/res/v1",
  price: {
    usdPerThousand: 5,
    source: "https://api-dashboard.search.brave.com/app/plans",
    asOf: "2026-11-23",
  },
  async search(target, query) {
    const fields = new URLSearchParams({
      q: withSites(query).slice(0, LONGEST_QUERY),
      count: String(query.maxResults),
      result_filter: "web",
      text_decorations: "false",
    });
    const headers = { accept: "application/json", "x-subscription-token": target.credential };
    const response = await readJson(await getFrom(target, `/web/search?${fields}`, headers));
    // The response to a query without results has no `web` part.
    if (response.web === undefined && response.type === "search") return [];
    if (response.web === undefined) throw unusableError(response);
    return readResults(block(response.web).results, { text: "description", published: "page_age" });
  },
};
