import { lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { HttpError } from "#server/errors.ts";
import { isWithin } from "#server/network/address-ranges.ts";
import { type AllowedHosts, isAllowedHost } from "#server/network/allowed-hosts.ts";
import type { EgressOptions } from "./http.ts";

/** Special-purpose IPv4 ranges of the IANA registry (RFC 6890 and its updates), multicast and reserved space. */
const specialV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/**
 * Ranges within 2000::/3 that are not public: protocol assignments with Teredo, documentation, 6to4. Everything outside
 * 2000::/3 (including NAT64) is not public either.
 */
const specialV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const special = new BlockList();
for (const [network, prefix] of specialV4) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of specialV6) special.addSubnet(network, prefix, "ipv6");
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");

/** Returns whether a literal address is a host of the public internet; false if it is not a URL. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  if (family === 6) return globalV6.check(address, "ipv6") && !special.check(address, "ipv6");
  return false;
}

export type GuardedOptions = EgressOptions & {
  lookup?: LookupFunction;
  /** The longest wait for headers and between chunks; undici's five minutes if absent. */
  longestMs?: number;
  /** Hosts that may be private. */
  allowedHosts?: AllowedHosts;
};

/**
 * Creates the connection pool for URLs from callers or upstreams. It connects to public addresses only and checks the
 * address it connects to, so that a name cannot resolve to another one later. Rejects with HttpError 400.
 */
export function guardedAgent(options: GuardedOptions): Agent {
  const { allowedHosts: allowed } = options;
  const lookup = guardedLookup(options.lookup ?? (systemLookup as LookupFunction), allowed);
  const connect = buildConnector({ lookup, timeout: options.connectTimeoutMs });
  const connectAllowed = buildConnector({ timeout: options.connectTimeoutMs });
  return new Agent({
    connections: options.connections,
    keepAliveTimeout: options.keepAliveMs,
    headersTimeout: options.longestMs,
    bodyTimeout: options.longestMs,
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, "");
      if (allowed && isAllowedHost(allowed, host)) connectAllowed(target, callback);
      else if (isIP(host) !== 0 && !isPublicAddress(host)) callback(notPublicError(), null);
      else connect(target, callback);
    },
  });
}

/**
 * Returns a lookup that rejects a name if any of its addresses is private, since the gateway does not choose which one
 * is used.
 */
function guardedLookup(lookup: LookupFunction, allowed: AllowedHosts | undefined): LookupFunction {
  const isReachable = (address: string) =>
    isPublicAddress(address) || (allowed !== undefined && isWithin(allowed.ranges, address));
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      const first = addresses[0];
      if (!first || !addresses.every(({ address }) => isReachable(address))) return callback(notPublicError(), "");
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

/**
 * Returns the error for a private address. Its message omits the resolved address, which would reveal the private
 * network to the caller.
 */
function notPublicError(): HttpError {
  return new HttpError(400, "The URL does not point to a public address");
}
