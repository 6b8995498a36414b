import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { HttpError } from "#server/errors.ts";
import { isPublicAddress } from "#server/providers/exchange/address.ts";

/**
 * Throws 400, naming `path`, when a URL that is to be called later points into a private network. A name that does not
 * resolve now is let pass: each call is judged again, on the address it connects to.
 */
export async function requirePublicUrl(url: string, path: string): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if ((await addressesOf(host)).every(isPublicAddress)) return;
  throw new HttpError(400, `Invalid request: ${path}: the URL does not point to a public address`);
}

/** The network addresses of a host; none for a name that does not resolve here. */
export async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host];
  return (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);
}
