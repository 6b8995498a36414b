import { brave } from "./brave.ts";
import { exa } from "./exa.ts";
import { firecrawl } from "./firecrawl.ts";
import { parallel } from "./parallel.ts";
import { perplexity } from "./perplexity.ts";
import type { SearchEngine } from "./search-engine.ts";
import { searxng } from "./searxng.ts";
import { tavily } from "./tavily.ts";

/** Every search engine. The first one that is configured is used for requests that choose none. */
export const searchEngines: readonly SearchEngine[] = [exa, tavily, brave, firecrawl, parallel, perplexity, searxng];
