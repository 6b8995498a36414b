import { type BlockList, isIP } from "node:net";

/** Adds an address or a CIDR range to `ranges`. Returns false, with nothing added, if it is neither. */
export function addRange(ranges: BlockList, range: string): boolean {
  const [address = "", prefix, ...rest] = range.split("/");
  const version = isIP(address);
  const maxBits = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? maxBits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (version === 0 || rest.length > 0 || !(bits <= maxBits)) return false;
  ranges.addSubnet(address, bits, version === 4 ? "ipv4" : "ipv6");
  return true;
}

/** Returns whether an address is in one of the ranges; IPv4 in IPv6 form counts as IPv4, and a host name as outside. */
export function isWithin(ranges: BlockList, address: string): boolean {
  const normalized = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(normalized);
  return version !== 0 && ranges.check(normalized, version === 4 ? "ipv4" : "ipv6");
}
