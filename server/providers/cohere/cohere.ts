import { compatible } from "../compatible/compatible.ts";
import { compatibleRerank } from "../compatible/rerank.ts";
import type { Provider } from "../provider.ts";
import { cohereAddress } from "./address.ts";
import { cohereEmbed } from "./embed.ts";

// Version 2 of its API rejects `return_documents` and never returns the documents.
const rank = compatibleRerank({ path: "/v2/rerank", takesReturnDocuments: false });

/** Text in OpenAI's dialect; embeddings and reranking in Cohere's own. */
export const cohere: Provider = {
  ...compatible({
    id: "cohere",
    name: "Cohere",
    baseUrl: "https://api.cohere.ai/compatibility/v1",
    keyVariable: "COHERE_API_KEY",
    baseUrlVariable: "COHERE_BASE_URL",
    // It rejects `stream_options`.
    takesStreamOptions: false,
    takesJsonSchema: false,
  }),
  embed: cohereEmbed,
  rerank: (call) => rank({ ...call, baseUrl: cohereAddress(call.baseUrl) }),
};
