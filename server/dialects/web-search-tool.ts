import type { LanguageModelV4ProviderTool } from "@ai-sdk/provider";
import type { Body } from "./dialect.ts";
import { defined, isRecord } from "./read-field.ts";
import type { Target } from "./target.ts";

/** Is this the type of a web search that the vendor runs itself, in any of its dated versions? */
export function isWebSearch(type: unknown): boolean {
  return typeof type === "string" && (type.startsWith("web_search") || type === "openrouter:web_search");
}

/** The target's own web search under the caller's settings; none, and a note, where the target has no such tool. */
export function webSearchTool(tool: Body, path: string, target: Target): LanguageModelV4ProviderTool[] {
  if (target.family === "compatible") {
    target.notes.add(`${path} (${String(tool.type)}): dropped`);
    return [];
  }
  return [vendorTools[target.family](tool)];
}

const vendorTools: Record<"openai" | "anthropic" | "google", (tool: Body) => LanguageModelV4ProviderTool> = {
  openai: (tool) => ({
    type: "provider",
    id: "openai.web_search",
    name: "web_search",
    args: defined({
      filters: allowedDomains(tool) && { allowedDomains: allowedDomains(tool) },
      searchContextSize: tool.search_context_size ?? undefined,
      userLocation: userLocation(tool),
    }),
  }),
  anthropic: (tool) => ({
    type: "provider",
    id: "anthropic.web_search_20250305",
    name: "web_search",
    args: defined({
      maxUses: tool.max_uses ?? undefined,
      allowedDomains: allowedDomains(tool),
      userLocation: userLocation(tool),
    }),
  }),
  google: () => ({ type: "provider", id: "google.google_search", name: "google_search", args: {} }),
};

function allowedDomains(tool: Body): unknown {
  const filters = isRecord(tool.filters) ? tool.filters : {};
  return filters.allowed_domains ?? undefined;
}

function userLocation(tool: Body): unknown {
  return isRecord(tool.user_location) ? { type: "approximate", ...tool.user_location } : undefined;
}
