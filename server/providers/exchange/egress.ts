import type { AllowedHosts } from "#server/network/allowed-hosts.ts";
import type { ProxyExceptions } from "#server/network/proxy-exceptions.ts";
import { guardedAgent } from "./address.ts";
import { LONGEST_MS, type UpstreamOptions, upstreamAgent } from "./http.ts";

/** The most connections to one address that a caller named. */
const MOST_PUBLIC = 64;

/** The environment variables that say how upstreams are connected to. */
type Connecting = {
  UPSTREAM_CONNECTIONS: number;
  CONNECT_TIMEOUT_MS: number;
  ALLOWED_PRIVATE_HOSTS: AllowedHosts;
  HTTPS_PROXY?: string | undefined;
  NO_PROXY: ProxyExceptions;
};

/** Opens the process's connection pools: to the operator's upstreams, to public addresses, and to allowed ones. */
export function openEgress(environment: Connecting) {
  const { UPSTREAM_CONNECTIONS: connections, CONNECT_TIMEOUT_MS: connectTimeoutMs } = environment;
  const options = { connections, connectTimeoutMs };
  return {
    egress: upstreamAgent({ ...options, ...throughProxy(environment) }),
    publicEgress: guardedAgent({ ...options, connections: MOST_PUBLIC }),
    // It also serves custom providers, whose model requests may take as long as any other.
    allowedEgress: guardedAgent({ ...options, longestMs: LONGEST_MS, allowedHosts: environment.ALLOWED_PRIVATE_HOSTS }),
  };
}

/** Returns the option for the proxy in HTTPS_PROXY; empty without one. */
export function throughProxy({
  HTTPS_PROXY: server,
  NO_PROXY: exceptions,
}: Pick<Connecting, "HTTPS_PROXY" | "NO_PROXY">): Pick<UpstreamOptions, "proxy"> {
  return server === undefined ? {} : { proxy: { server, exceptions } };
}
