import { UpstreamError } from "#server/errors.ts";
import type { Block } from "../exchange/json.ts";

const DOMAIN = "bfl.ai";

/**
 * Returns the URL to poll for a task's result. The response names a regional host, and the key is sent there, so the
 * URL must be on the called host or on one of the provider's own.
 */
export function pollingUrl({ polling_url: address }: Block, baseUrl: string): string {
  const url = typeof address === "string" && URL.canParse(address) ? new URL(address) : undefined;
  const base = new URL(baseUrl);
  if (url && (url.origin === base.origin || (isProviderUrl(base) && isProviderUrl(url)))) return url.href;
  throw new UpstreamError(502, "The provider's response has a URL on another host", { retryable: true });
}

function isProviderUrl({ protocol, hostname, port }: URL): boolean {
  return protocol === "https:" && port === "" && (hostname === DOMAIN || hostname.endsWith(`.${DOMAIN}`));
}
