import { isRecord } from "#lib/is-record.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import { isGoogleTool } from "#server/dialects/request/google-request.ts";
import { hasNativeSearch } from "#server/dialects/target.ts";
import type { Candidate } from "../../planning/candidate.ts";
import type { EngineSetup, EngineSetups } from "./engine-setup.ts";

/**
 * A web search that a request asks for. `form`: with the gateway's tool, a provider's tool, or the plugin, which
 * searches once before the model responds.
 */
export type RequestedSearch = {
  form: "tool" | "native" | "plugin";
  /** The provider's tool as sent. */
  tool?: Body;
  settings: Body;
  path: string;
};

/** Where a search runs: at the model's provider, or with one of the operator's engines. */
export type SearchPlace = { search: RequestedSearch; setup: EngineSetup | undefined };

const NATIVE_SEARCH = /^web_search(?:_preview)?(?:_\d{8}|_\d{4}_\d\d_\d\d)?$/;

/** Returns whether a tool is a provider's own search. */
export function isNativeSearch({ type }: Body): boolean {
  return NATIVE_SEARCH.test(textOf(type) ?? "");
}

/** Converts the settings of a provider's search to those of the gateway's tool. */
export function nativeSearchSettings(tool: Body): Body {
  const filters = isRecord(tool.filters) ? tool.filters : {};
  return {
    ...tool,
    allowed_domains: tool.allowed_domains ?? filters.allowed_domains,
    excluded_domains: tool.blocked_domains ?? filters.blocked_domains,
  };
}

/** Returns where each search runs for one candidate: as requested, otherwise at the provider if it can search. */
export function placeSearches(
  searches: readonly RequestedSearch[],
  engines: EngineSetups,
  dialect: Dialect["id"],
  candidate: Candidate,
  rest: Body,
): SearchPlace[] {
  return searches.map((search) => {
    const engine = textOf(search.settings.engine) ?? "auto";
    if (engine === "native") return { search, setup: undefined };
    if (engine !== "auto" && search.form !== "native") return { search, setup: engines.get(engine) };
    const isAtProvider = canSearch(search, dialect, candidate, rest);
    return { search, setup: isAtProvider ? undefined : engines.values().next().value };
  });
}

/**
 * Returns whether the candidate's provider searches itself. A provider that gets the request unchanged may support the
 * provider's tool. Google's older models do not combine a search with other tools; a request in Google's form is
 * Google's to judge.
 */
function canSearch(
  { form, tool }: RequestedSearch,
  dialect: Dialect["id"],
  { provider }: Candidate,
  rest: Body,
): boolean {
  const native = provider.native?.[dialect];
  if (form === "native" && native && !native.lacksWebSearch) return true;
  if (provider.family === "google" && tool && isGoogleTool(tool)) return true;
  if (!hasNativeSearch(provider)) return false;
  return provider.family !== "google" || recordsOf(rest.tools).every(isNativeSearch);
}

/** Returns a search as the tool that every dialect has for a provider's own search. */
export function nativeSearch(dialect: Dialect["id"], { settings }: RequestedSearch): Body {
  const { max_uses: uses, user_location: location, search_context_size: size } = settings;
  const allowed = listOf(settings.allowed_domains ?? settings.include_domains);
  const excluded = listOf(settings.excluded_domains ?? settings.exclude_domains);
  const place = isRecord(location) ? { user_location: location } : {};
  if (dialect === "messages") {
    const domains = { ...(allowed && { allowed_domains: allowed }), ...(excluded && { blocked_domains: excluded }) };
    return {
      type: "web_search_20250305",
      name: "web_search",
      ...(uses ? { max_uses: uses } : {}),
      ...domains,
      ...place,
    };
  }
  const filters = { ...(allowed && { allowed_domains: allowed }), ...(excluded && { blocked_domains: excluded }) };
  return {
    type: "web_search",
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(size ? { search_context_size: size } : {}),
    ...(uses ? { max_uses: uses } : {}),
    ...place,
  };
}

function listOf(value: unknown): unknown[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}
