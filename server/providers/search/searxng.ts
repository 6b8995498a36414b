import { getFrom, readJson } from "../exchange/send.ts";
import { readResults } from "./read-results.ts";
import type { SearchEngine } from "./search-engine.ts";
import { withSites } from "./site-operators.ts";

/** https://docs.searxng.org/dev/search_api.html; the server must allow the format `json`. */
export const searxng: SearchEngine = {
  id: "searxng",
  name: "SearXNG",
  baseUrlVariable: "SEARXNG_BASE_URL",
  // Operators run it themselves.
  price: { usdPerThousand: 0, source: "switchboard", asOf: "2026-11-23" },
  async search(target, query) {
    const fields = new URLSearchParams({ q: withSites(query), format: "json", categories: "general" });
    const response = await readJson(await getFrom(target, `/search?${fields}`, { accept: "application/json" }));
    return readResults(response.results, { text: "content", published: "publishedDate" });
  },
};
