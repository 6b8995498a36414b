import { BlockList } from "node:net";
import { addRange, isWithin } from "./address-ranges.ts";

/** Hosts that are reached without the proxy. */
export type ProxyExceptions = {
  readonly all: boolean;
  /** Names, with or without a port; each includes its subdomains. */
  readonly names: readonly string[];
  readonly ranges: BlockList;
};

/**
 * Parses NO_PROXY as curl does (https://curl.se/docs/manpage.html#--noproxy): names, addresses and CIDR ranges, separated
 * by commas or spaces, or `*`. `.example.com` and `*.example.com` are the same as `example.com`. A name may have a port.
 */
export function readProxyExceptions(list: string): ProxyExceptions {
  const ranges = new BlockList();
  const entries = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const names = entries.filter((entry) => !addRange(ranges, entry.replace(/^\[(.+)\]$/, "$1")));
  return { all: names.includes("*"), names: names.map((name) => name.replace(/^\*?\./, "")), ranges };
}

/** Returns whether a host, by its name or its literal address, is reached without the proxy. */
export function isProxyException({ all, names, ranges }: ProxyExceptions, host: string, port: number): boolean {
  const target = host.toLowerCase();
  if (all || isWithin(ranges, target)) return true;
  const endings = [target, `${target}:${port}`];
  return names.some((name) => endings.some((ending) => ending === name || ending.endsWith(`.${name}`)));
}
