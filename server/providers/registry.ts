import { anthropic } from "./anthropic/anthropic.ts";
import { hosted } from "./compatible/hosted.ts";
import { onSite } from "./compatible/on-site.ts";
import { google } from "./google/google.ts";
import { local } from "./local/local.ts";
import { openai } from "./openai/openai.ts";
import type { Provider } from "./provider.ts";

const all: Provider[] = [openai, anthropic, google, ...hosted, ...onSite, local({ wordDelayMs: 8 })];

/** Every provider by its id. */
export const providers: ReadonlyMap<string, Provider> = new Map(all.map((provider) => [provider.id, provider]));
