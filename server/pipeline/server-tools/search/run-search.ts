import type { Body } from "#server/dialects/dialect.ts";
import { textOf } from "#server/dialects/read-field.ts";
import { UpstreamError } from "#server/errors.ts";
import { fromThrown } from "#server/providers/errors/error.ts";
import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { SearchResult } from "#server/providers/search/search-engine.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { allowsUrl, hostsOf, wholeHostsOf } from "../domain-limits.ts";
import { boundedFetch } from "../mcp/bounded-fetch.ts";
import { type ToolMoney, type ToolOutcome, toolFailure } from "../server-tool.ts";
import { searchCharge } from "../tool-charge.ts";
import type { EngineSetup } from "./engine-setup.ts";

/** The settings of a search, with the tool's names. */
export type SearchSettings = {
  maxResults: number;
  allowed: readonly string[];
  excluded: readonly string[];
  /** The engine's own; engines without it ignore it. */
  mode?: string;
};

type Searching = Pick<PipelineGateway, "egress" | "catalogue" | "now" | "log">;

/** More results would cost more at some engines, and rarely help. */
const MOST_RESULTS = 10;
const USUAL_RESULTS = 5;
const LONGEST_TITLE = 300;
const LONGEST_EXCERPT = 2_000;
const LONGEST_REPLY_BYTES = 5 * 1024 * 1024;

export function searchSettings(given: Body): SearchSettings {
  const most = typeof given.max_results === "number" ? given.max_results : USUAL_RESULTS;
  return {
    maxResults: Math.min(most, MOST_RESULTS),
    allowed: namesIn(given.allowed_domains ?? given.include_domains),
    excluded: namesIn(given.excluded_domains ?? given.blocked_domains ?? given.exclude_domains),
    ...(typeof given.mode === "string" && { mode: given.mode }),
  };
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}

/**
 * Searches the web and returns the results for the model, with the pages as sources. A failure of the engine is an
 * error for the model; the log has its cause. A query that the engine ran is billed.
 */
export async function runSearch(
  gateway: Searching,
  { engine, baseUrl, credential }: EngineSetup,
  settings: SearchSettings,
  query: string,
  signal: AbortSignal,
  { bill }: Pick<ToolMoney, "bill">,
): Promise<ToolOutcome> {
  const send = boundedFetch(upstreamFetch(gateway.egress), LONGEST_REPLY_BYTES);
  try {
    const { mode, maxResults, allowed, excluded } = settings;
    const bounds = { maxResults, allowed: hostsOf(allowed), excluded: wholeHostsOf(excluded) };
    const asked = { query, ...bounds, ...(mode !== undefined && engine.modes?.includes(mode) && { mode }) };
    const found = await engine.search({ baseUrl, credential, fetch: send, signal }, asked);
    await bill(searchCharge(gateway, engine.id));
    return outcomeOf(boundResults(found, settings));
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = fromThrown(thrown, { credential, now: gateway.now() });
    gateway.log.warn({ engine: engine.id, error: error ?? thrown }, "a web search failed");
    return toolFailure(`The search engine ${engine.name} ${reasonOf(error)}`);
  }
}

/** The engine's own message may quote the request or reveal facts about the operator's account. */
function reasonOf(error: UpstreamError | undefined): string {
  if (!(error instanceof UpstreamError)) return "sent an unusable response";
  const { status, fault } = error;
  if (status === 429) return "is rate limited; try again later";
  if (fault === "credential") return `rejected the gateway's credential (status ${status})`;
  if (status === 504 || status === 524 || status === 408) return "took too long";
  return status === 502 ? "sent an unusable response" : `failed with status ${status}`;
}

/** Engines treat domains as hints at best, or do not accept both lists. */
function boundResults(found: readonly SearchResult[], settings: SearchSettings): SearchResult[] {
  return found
    .filter(({ url }) => allowsUrl(new URL(url), settings))
    .slice(0, settings.maxResults)
    .map((result) => ({
      ...result,
      title: result.title.slice(0, LONGEST_TITLE),
      text: result.text.slice(0, LONGEST_EXCERPT),
    }));
}

function outcomeOf(results: readonly SearchResult[]): ToolOutcome {
  if (results.length === 0) return { text: "No results", isError: false };
  const texts = results.map(({ title, url, text, published }, index) =>
    [`[${index + 1}] ${title}`, `URL: ${url}`, ...(published ? [`Published: ${published}`] : []), text].join("\n"),
  );
  return { text: texts.join("\n\n"), isError: false, sources: results.map(({ title, url }) => ({ title, url })) };
}

/** Returns the query in a model's arguments. */
export function queryOf(input: Body): string {
  return (textOf(input.query) ?? "").trim();
}
