import { BlockList, isIP } from "node:net";

/** Parses addresses and CIDR ranges separated by commas; undefined if one of them is invalid. */
export function readProxies(list: string): BlockList | undefined {
  const known = new BlockList();
  for (const entry of list
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [address = "", prefix, ...rest] = entry.split("/");
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (version === 0 || rest.length > 0 || !(bits <= most)) return undefined;
    known.addSubnet(address, bits, version === 4 ? "ipv4" : "ipv6");
  }
  return known;
}

/** Returns whether an address is one of the proxies; IPv4 in IPv6 form counts as IPv4. */
export function isTrusted(proxies: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  return version !== 0 && proxies.check(plain, version === 4 ? "ipv4" : "ipv6");
}
