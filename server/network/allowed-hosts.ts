import { BlockList } from "node:net";
import { addRange, isWithin } from "./address-ranges.ts";

/** Hosts on private addresses that the operator lets callers name. */
export type AllowedHosts = { names: ReadonlySet<string>; ranges: BlockList };

const HOST_NAME = /^[a-z0-9_]([a-z0-9_.-]{0,252})$/;

/** Parses host names, IP addresses and CIDR ranges; undefined if one of them is invalid. */
export function readAllowedHosts(entries: readonly string[]): AllowedHosts | undefined {
  const names = new Set<string>();
  const ranges = new BlockList();
  for (const entry of entries) {
    const host = entry.toLowerCase().replace(/^\[(.+)\]$/, "$1");
    if (addRange(ranges, host)) continue;
    // Digits and dots alone are a mistyped address.
    if (!HOST_NAME.test(host) || /^[\d.]+$/.test(host)) return undefined;
    names.add(host);
  }
  return { names, ranges };
}

/** Returns whether a host, by its name or its literal address, may be private. */
export function isAllowedHost({ names, ranges }: AllowedHosts, host: string): boolean {
  return names.has(host.toLowerCase()) || isWithin(ranges, host);
}
