import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import { isWithin } from "#server/network/address-ranges.ts";

/**
 * Returns the caller's network address: that of the connection or, behind a trusted proxy, the last address in
 * X-Forwarded-For that is not a trusted proxy. Empty if there is no socket (under `next start`).
 */
export function callerAddress(
  headers: Pick<CallerHeaders, "get">,
  incoming: Pick<IncomingMessage, "socket"> | undefined,
  proxies: BlockList,
): string {
  let address = incoming?.socket.remoteAddress ?? "";
  if (!isWithin(proxies, address)) return address;
  const forwarded = headers.get("x-forwarded-for")?.split(",") ?? [];
  for (const entry of forwarded.reverse()) {
    const named = withoutPort(entry.trim());
    if (isIP(named) === 0) return address;
    address = named;
    if (!isWithin(proxies, address)) return address;
  }
  return address;
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry;
}
