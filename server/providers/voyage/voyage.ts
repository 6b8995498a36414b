import { compatibleRerank } from "../compatible/rerank.ts";
import { bearer } from "../openai/bearer.ts";
import type { Provider } from "../provider.ts";
import { voyageEmbed } from "./embed.ts";

export const voyage: Provider = {
  id: "voyage",
  name: "Voyage AI",
  baseUrl: "https://api.voyageai.com/v1",
  keyVariable: "VOYAGE_API_KEY",
  baseUrlVariable: "VOYAGE_BASE_URL",
  embed: voyageEmbed,
  rerank: compatibleRerank({ mostField: "top_k" }),
  // Voyage has no model list.
  probe: { path: "/batches?limit=1", headers: bearer },
};
