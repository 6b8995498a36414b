import { UpstreamError } from "#server/errors.ts";
import type { Block } from "../exchange/json.ts";

const DOMAIN = "bfl.ai";

/**
 * Where to ask for a task's result. The answer names a host of the region that took it, and the key is sent there: so it
 * must be the address that was called, or one of the vendor's own.
 */
export function pollingUrl({ polling_url: address }: Block, baseUrl: string): string {
  const url = typeof address === "string" && URL.canParse(address) ? new URL(address) : undefined;
  const base = new URL(baseUrl);
  if (url && (url.origin === base.origin || (isVendors(base) && isVendors(url)))) return url.href;
  throw new UpstreamError(502, "The provider's answer names an address that is not its own", { retryable: true });
}

function isVendors({ protocol, hostname, port }: URL): boolean {
  return protocol === "https:" && port === "" && (hostname === DOMAIN || hostname.endsWith(`.${DOMAIN}`));
}
