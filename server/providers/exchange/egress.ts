import type { AllowedHosts } from "#server/network/allowed-hosts.ts";
import { guardedAgent } from "./address.ts";
import { type EgressOptions, LONGEST_MS, upstreamAgent } from "./http.ts";

/** The most connections to one address that a caller named. */
const MOST_PUBLIC = 64;

/** Opens the process's connection pools: to the operator's upstreams, to public addresses, and to allowed ones. */
export function openEgress(options: EgressOptions, allowedHosts: AllowedHosts) {
  return {
    egress: upstreamAgent(options),
    publicEgress: guardedAgent({ ...options, connections: MOST_PUBLIC }),
    // It also serves custom providers, whose model requests may take as long as any other.
    allowedEgress: guardedAgent({ ...options, longestMs: LONGEST_MS, allowedHosts }),
  };
}
