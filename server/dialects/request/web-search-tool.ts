import type { LanguageModelV4ProviderTool } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { omitUndefined } from "../read-field.ts";
import type { Family, Target } from "../target.ts";

/** Returns whether a tool type is a provider's web search, in any dated version. */
export function isWebSearch(type: unknown): boolean {
  return typeof type === "string" && (type.startsWith("web_search") || type === "openrouter:web_search");
}

/**
 * Returns the target's web search with the caller's settings; empty, with a note, if the target has no such tool.
 * `alone`: the caller defines no tools of their own. Google's older models accept only one kind of tool, and the
 * caller's tools take precedence.
 */
export function webSearchTool(
  given: Body,
  path: string,
  alone: boolean,
  target: Target,
): LanguageModelV4ProviderTool[] {
  const { provider, family } = target;
  const { google: settings, ...tool } = given;
  if (isRecord(settings) && Object.keys(settings).length > 0) target.notes.add(`${path}.google: dropped`);
  if (!target.hasSearch || (family === "google" && !alone)) {
    target.notes.add(`${path} (${String(tool.type)}): dropped`);
    return [];
  }
  noteDropped(tool, ["type", "name", ...SETTINGS[family]], path, target);
  if (SETTINGS[family].includes("filters") && isRecord(tool.filters)) {
    noteDropped(tool.filters, FILTERS[family] ?? ["allowed_domains"], `${path}.filters`, target);
  }
  return [providerTools[family](tool, provider)];
}

/** The search settings that each provider supports. */
const SETTINGS: Record<Family, readonly string[]> = {
  openai: ["filters", "search_context_size", "user_location"],
  anthropic: ["filters", "max_uses", "user_location"],
  google: [],
  compatible: ["filters", "search_context_size", "user_location"],
};
const FILTERS: Partial<Record<Family, readonly string[]>> = { compatible: ["allowed_domains", "blocked_domains"] };

function noteDropped(fields: Body, kept: readonly string[], path: string, target: Target): void {
  for (const [key, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined && !kept.includes(key)) target.notes.add(`${path}.${key}: dropped`);
  }
}

const providerTools: Record<Family, (tool: Body, provider: string) => LanguageModelV4ProviderTool> = {
  openai: (tool) => ({
    type: "provider",
    id: "openai.web_search",
    name: "web_search",
    args: omitUndefined({
      filters: allowedDomains(tool) && { allowedDomains: allowedDomains(tool) },
      searchContextSize: tool.search_context_size ?? undefined,
      userLocation: userLocation(tool),
    }),
  }),
  anthropic: (tool) => ({
    type: "provider",
    id: "anthropic.web_search_20250305",
    name: "web_search",
    args: omitUndefined({
      maxUses: tool.max_uses ?? undefined,
      allowedDomains: allowedDomains(tool),
      userLocation: userLocation(tool),
    }),
  }),
  google: () => ({ type: "provider", id: "google.google_search", name: "google_search", args: {} }),
  compatible: (tool, provider) => ({
    type: "provider",
    id: `${provider}.web_search`,
    name: "web_search",
    args: omitUndefined({
      allowedDomains: allowedDomains(tool),
      blockedDomains: isRecord(tool.filters) ? (tool.filters.blocked_domains ?? undefined) : undefined,
      searchContextSize: tool.search_context_size ?? undefined,
      userLocation: userLocation(tool),
    }),
  }),
};

function allowedDomains(tool: Body): unknown {
  const filters = isRecord(tool.filters) ? tool.filters : {};
  return filters.allowed_domains ?? undefined;
}

function userLocation(tool: Body): unknown {
  return isRecord(tool.user_location) ? { type: "approximate", ...tool.user_location } : undefined;
}
