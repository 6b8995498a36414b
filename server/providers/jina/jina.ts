import { compatibleRerank } from "../compatible/rerank.ts";
import { bearer } from "../openai/bearer.ts";
import type { Provider } from "../provider.ts";
import { jinaDocuments } from "./documents.ts";
import { jinaEmbed } from "./embed.ts";

export const jina: Provider = {
  id: "jina",
  name: "Jina AI",
  baseUrl: "https://api.jina.ai/v1",
  keyVariable: "JINA_API_KEY",
  baseUrlVariable: "JINA_BASE_URL",
  embed: jinaEmbed,
  rerank: compatibleRerank({ documents: jinaDocuments }),
  // Its model list needs no key, so it cannot prove that a key is valid.
  probe: { path: "/batches?limit=1", headers: bearer },
};
