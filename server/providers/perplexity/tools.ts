import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
  SharedV4Warning,
} from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { type Block, list } from "../exchange/json.ts";

/** The model that searched the web by itself before the Agent API. */
const SONAR = /^perplexity\/sonar/;

/**
 * Returns the tools of a request as the Agent API has them; undefined for none. Sonar without any gets the web search,
 * since the API searches only with that tool. `webSearch`: chat's `web_search_options`. Adds what it drops to
 * `warnings`.
 */
export function agentTools(
  model: string,
  { tools = [], toolChoice }: LanguageModelV4CallOptions,
  webSearch: unknown,
  warnings: SharedV4Warning[],
): Block[] | undefined {
  const given = tools.map((tool) =>
    tool.type === "function" ? functionTool(tool, warnings) : searchTool(tool.args, warnings),
  );
  const hasSearch = tools.some(isProviderTool);
  const isSearching = SONAR.test(model) && tools.length === 0 && toolChoice?.type !== "none";
  const asked = !hasSearch && (webSearch || isSearching) ? [searchTool(optionsOf(webSearch), warnings)] : [];
  const all = [...given, ...asked];
  return all.length > 0 ? all : undefined;
}

/** Returns the tool choice as the Agent API has it; undefined for its default. */
export function agentToolChoice({ toolChoice }: LanguageModelV4CallOptions): unknown {
  if (!toolChoice || toolChoice.type === "auto") return undefined;
  return toolChoice.type === "tool" ? { name: toolChoice.toolName } : toolChoice.type;
}

function isProviderTool({ type }: { type: string }): boolean {
  return type === "provider";
}

function functionTool(tool: LanguageModelV4FunctionTool, warnings: SharedV4Warning[]): Block {
  const { name, description, inputSchema, inputExamples, strict } = tool;
  if (inputExamples) warnings.push({ type: "unsupported", feature: "tools[].input_examples", details: "dropped" });
  return {
    type: "function",
    name,
    ...(description !== undefined && { description }),
    parameters: inputSchema,
    ...(strict !== undefined && { strict }),
  };
}

/** Returns chat's search options with the names of a provider tool's arguments. */
function optionsOf(webSearch: unknown): LanguageModelV4ProviderTool["args"] {
  if (!isRecord(webSearch)) return {};
  const { search_context_size: searchContextSize, user_location: place } = webSearch;
  const userLocation = isRecord(place) && isRecord(place.approximate) ? place.approximate : place;
  return { searchContextSize, userLocation };
}

const SIZES: readonly unknown[] = ["low", "medium", "high"];
const PLACE = ["city", "country", "region", "latitude", "longitude"];

function searchTool(args: LanguageModelV4ProviderTool["args"], warnings: SharedV4Warning[]): Block {
  const { allowedDomains, blockedDomains, searchContextSize: size, userLocation } = args;
  const domains = domainFilter(list(allowedDomains), list(blockedDomains));
  return {
    type: "web_search",
    ...(domains.length > 0 && { filters: { search_domain_filter: domains } }),
    ...(SIZES.includes(size) && { search_context_size: size }),
    ...(isRecord(userLocation) && { user_location: placeOf(userLocation, warnings) }),
  };
}

/** The filter either allows domains or denies them, with a hyphen before each. */
function domainFilter(allowed: unknown[], blocked: unknown[]): string[] {
  if (allowed.length === 0) return blocked.map((domain) => `-${plain(domain)}`);
  return allowed.filter((domain) => !blocked.includes(domain)).map(plain);
}

function plain(domain: unknown): string {
  return String(domain).replace(/^https?:\/\//, "");
}

function placeOf(location: Block, warnings: SharedV4Warning[]): Block {
  const given = Object.entries(location).filter(
    ([name, value]) => name !== "type" && value !== null && value !== undefined,
  );
  for (const [name] of given) {
    if (PLACE.includes(name)) continue;
    warnings.push({ type: "unsupported", feature: `web search user_location.${name}`, details: "dropped" });
  }
  return Object.fromEntries(given.filter(([name]) => PLACE.includes(name)));
}
