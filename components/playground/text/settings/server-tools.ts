import type { ServerToolName } from "#lib/contract/server-tools.ts";

/** The gateway's tools that need no setting of their own. */
export const OFFERED_TOOLS: readonly { name: ServerToolName; label: string; hint: string }[] = [
  { name: "web_search", label: "Search the web", hint: "With the provider's search or a search engine of the gateway" },
  { name: "web_fetch", label: "Fetch web pages", hint: "Reads a page or PDF that the model names" },
  { name: "datetime", label: "Date and time", hint: "Tells the model what time it is" },
];
