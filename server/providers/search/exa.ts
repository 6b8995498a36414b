import { postJson, readJson } from "../exchange/send.ts";
import { readResults } from "./read-results.ts";
import type { SearchEngine } from "./search-engine.ts";

/** https://exa.ai/docs/reference/search */
export const exa: SearchEngine = {
  id: "exa",
  name: "Exa",
  keyVariable: "EXA_API_KEY",
  baseUrlVariable: "EXA_BASE_URL",
  baseUrl: "https://api.exa.ai",
  price: {
    usdPerThousand: 7,
    source: "https://www.usagepricing.com/blueprint/billing-units/per-api-call-pricing",
    asOf: "2026-11-23",
  },
  modes: ["auto", "fast"],
  async search(target, { query, maxResults, allowed, excluded, mode }) {
    const body = {
      query,
      type: mode ?? "auto",
      numResults: maxResults,
      ...(allowed.length > 0 && { includeDomains: allowed }),
      ...(excluded.length > 0 && { excludeDomains: excluded }),
      contents: { text: { maxCharacters: 2000 } },
    };
    const response = await readJson(await postJson(target, "/search", { "x-api-key": target.credential }, body));
    return readResults(response.results, { text: "text", published: "publishedDate" });
  },
};
