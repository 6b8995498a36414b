import { anthropic } from "./anthropic/anthropic.ts";
import { azure } from "./azure/azure.ts";
import { bedrock } from "./bedrock/bedrock.ts";
import { blackForestLabs } from "./black-forest-labs/black-forest-labs.ts";
import { cohere } from "./cohere/cohere.ts";
import { hosted } from "./compatible/hosted.ts";
import { onSite } from "./compatible/on-site.ts";
import { deepgram } from "./deepgram/deepgram.ts";
import { elevenlabs } from "./elevenlabs/elevenlabs.ts";
import { google } from "./google/google.ts";
import { jina } from "./jina/jina.ts";
import { local } from "./local/local.ts";
import { openai } from "./openai/openai.ts";
import { perplexityAgent } from "./perplexity/perplexity-agent.ts";
import type { Provider } from "./provider.ts";
import { vertex } from "./vertex/vertex.ts";
import { voyage } from "./voyage/voyage.ts";

const all: Provider[] = [
  openai,
  anthropic,
  google,
  elevenlabs,
  deepgram,
  cohere,
  voyage,
  jina,
  blackForestLabs,
  azure,
  bedrock,
  vertex,
  ...hosted,
  perplexityAgent,
  ...onSite,
  local({ wordDelayMs: 8 }),
];

/** Every provider by its id. */
export const providers: ReadonlyMap<string, Provider> = new Map(all.map((provider) => [provider.id, provider]));
