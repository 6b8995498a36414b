import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { hasNativeSearch } from "#server/dialects/target.ts";
import type { Candidate } from "../planning/candidate.ts";
import { isOwnRequest } from "./approvals.ts";
import type { McpRequest } from "./mcp/mcp-request.ts";
import type { OwnRequest, RequestedTools } from "./requested-tools.ts";
import type { EngineSetup, EngineSetups } from "./search/engine-setup.ts";
import { nativeSearch, placeSearches, type RequestedSearch } from "./search/requested-search.ts";

/** A search that the gateway runs before the model responds. */
export type FirstSearch = { search: RequestedSearch; setup: EngineSetup };

/** The tools of a request for one candidate. `rest` has the searches that its provider runs. */
export type ToolsAt = Pick<RequestedTools, "rest" | "stop" | "maxCalls"> & {
  own: readonly (OwnRequest & { setup?: EngineSetup })[];
  mcp: readonly McpRequest[];
  firstSearches: readonly FirstSearch[];
  notes: readonly string[];
};

/** Returns the tools of a request for a candidate; undefined if its provider runs all of them itself. */
export function toolsAt(
  requested: RequestedTools,
  engines: EngineSetups,
  dialect: Dialect["id"],
  candidate: Candidate,
  limitsMcp: boolean,
): ToolsAt | undefined {
  const { rest, own, mcp, searches, stop, maxCalls } = requested;
  const places = placeSearches(searches, engines, dialect, candidate, rest);
  const tools = recordsOf(rest.tools).filter(
    (tool) => !places.some(({ search, setup }) => setup && search.tool === tool),
  );
  const atProvider = places.filter(({ search, setup }) => !setup && search.form !== "native");
  const here = places.flatMap(({ search, setup }) => (setup ? [{ search, setup }] : []));
  const runsAll =
    own.length === 0 &&
    here.length === 0 &&
    atProvider.length === 0 &&
    (mcp.length === 0 || (!limitsMcp && mcp.every(isByUrl) && runsMcp(dialect, candidate, rest)));
  if (runsAll) return undefined;
  const canSearch = hasNativeSearch(candidate.provider);
  const lost = canSearch ? [] : atProvider;
  const all = [...tools, ...(canSearch ? atProvider : []).map(({ search }) => nativeSearch(dialect, search))];
  return {
    rest: withTools(rest, all),
    own: [...own, ...here.filter(({ search }) => search.form !== "plugin").map(ownSearch)],
    mcp,
    firstSearches: here.filter(({ search }) => search.form === "plugin"),
    notes: [
      ...lost.map(({ search: { path } }) => `${path} (web_search): dropped`),
      ...atProvider.flatMap(({ search }) => ignoredAtProvider(search)),
      ...here.flatMap(ignoredSettings),
    ],
    stop,
    maxCalls,
  };
}

/** Settings of providers' searches that no engine supports. */
const NATIVE_ONLY = ["user_location", "search_context_size"];

function ignoredSettings({ search: { settings, path }, setup: { engine } }: FirstSearch): string[] {
  const ignored = NATIVE_ONLY.filter((name) => settings[name] !== undefined && settings[name] !== null);
  const isOtherMode = typeof settings.mode === "string" && !engine.modes?.includes(settings.mode);
  return [...ignored, ...(isOtherMode ? ["mode"] : [])].map((name) => `${path}.${name}: dropped`);
}

/** Providers have no modes. */
function ignoredAtProvider({ settings, path }: RequestedSearch): string[] {
  return typeof settings.mode === "string" ? [`${path}.mode: dropped`] : [];
}

function ownSearch({ search: { settings }, setup }: FirstSearch): OwnRequest & { setup: EngineSetup } {
  return { name: "web_search", settings, setup };
}

function withTools({ tools: _, ...rest }: Body, tools: readonly Body[]): Body {
  return tools.length > 0 ? { ...rest, tools } : rest;
}

/** No provider gets the headers of a registered server. */
function isByUrl({ server }: McpRequest): boolean {
  return "url" in server;
}

/** Providers that call MCP servers themselves, by the dialect in which the request reaches them unchanged. */
const WITH_MCP: Partial<Record<Dialect["id"], string>> = { responses: "openai", messages: "anthropic" };

/**
 * Returns whether the provider calls MCP servers itself. It does not know calls that the gateway ran in earlier turns.
 */
function runsMcp(dialect: Dialect["id"], { provider }: Candidate, rest: Body): boolean {
  return provider.id === WITH_MCP[dialect] && !hasOwnCalls(rest);
}

/** The providers' ids of such requests. */
const VENDOR_ID = /^(?:mcptoolu_|mcp_(?!gen-))/;

function hasOwnCalls({ messages, input }: Body): boolean {
  const items = [...recordsOf(messages).flatMap(({ content }) => recordsOf(content)), ...recordsOf(input)];
  if (items.some(isOwnRequest)) return true;
  return items.some(({ type, id }) => (type === "mcp_tool_use" || type === "mcp_call") && !VENDOR_ID.test(String(id)));
}
