import { dataRegionOfHost } from "#server/catalogue/data-regions.ts";
import type { NameList } from "#server/guardrails/effective.ts";
import type { Candidate } from "./candidate.ts";

/** Data regions that the operator declares, by host. */
export type DeclaredRegions = ReadonlyMap<string, string>;

type Place = Pick<Candidate, "baseUrl" | "credential" | "provider" | "endpoint">;

/** The region of the local provider: its data stays in this process, so that every list allows it. */
const HERE = "gateway";

/**
 * Returns where a candidate processes prompts and responses: `europe`, `us`, `global` for anywhere, `gateway` for this
 * process, or another region; undefined if it is not known.
 */
export function dataRegionOf(declared: DeclaredRegions, { baseUrl, credential, provider, endpoint }: Place) {
  if (provider.id === "local") return HERE;
  const { structured } = provider;
  if (structured) return structured.dataRegion?.(credential, endpoint.upstreamModel);
  const host = hostOf(baseUrl);
  return host === undefined ? undefined : (declared.get(host) ?? dataRegionOfHost(host));
}

/** Hosts by base URL. Each attempt needs one, and parsing a URL takes longer than the rest of the attempt's line. */
const hosts = new Map<string, string | undefined>();
/** There are as many as providers; workspaces may change the addresses of their own. */
const MOST_HOSTS = 1_000;

function hostOf(baseUrl: string): string | undefined {
  const known = hosts.get(baseUrl);
  if (known !== undefined || hosts.has(baseUrl)) return known;
  if (hosts.size >= MOST_HOSTS) hosts.clear();
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : undefined;
  hosts.set(baseUrl, host);
  return host;
}

/** Returns the first list that does not allow a region. An unknown region is in no list. */
export function regionRefusal(lists: readonly NameList[], region: string | undefined): NameList | undefined {
  if (region === HERE) return undefined;
  return lists.find(({ names }) => region === undefined || !names.has(region));
}

/**
 * Returns why the region of a candidate excludes it: the reason in a routing record. Undefined if it does not. Reads the
 * region only if a guardrail or the request limits it.
 */
export function regionReason(
  declared: DeclaredRegions,
  lists: readonly NameList[],
  requested: readonly string[] | null | undefined,
  place: Place,
): string | undefined {
  if (lists.length === 0 && !requested) return undefined;
  const region = dataRegionOf(declared, place);
  const refusing = regionRefusal(lists, region);
  if (refusing) return `region_policy:${refusing.source.name}`;
  if (!requested || region === HERE || requested.includes("global")) return undefined;
  return region !== undefined && requested.includes(region) ? undefined : `data_region:${region ?? "unknown"}`;
}
