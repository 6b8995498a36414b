import { BlockList } from "node:net";
import { addRange } from "./address-ranges.ts";

/** Parses addresses and CIDR ranges separated by commas; undefined if one of them is invalid. */
export function readProxies(list: string): BlockList | undefined {
  const ranges = new BlockList();
  for (const entry of list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean)) {
    if (!addRange(ranges, entry)) return undefined;
  }
  return ranges;
}
