import { BlockList } from "node:net";
import { addRange } from "./address-ranges.ts";

/** Parses addresses and CIDR ranges separated by commas; undefined if one of them is invalid. */
export function readProxies(list: string): BlockList | undefined {
  const known = new BlockList();
  for (const entry of list
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)) {
    if (!addRange(known, entry)) return undefined;
  }
  return known;
}
