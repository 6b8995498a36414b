import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { HttpError } from "#server/errors.ts";
import { isWithin } from "#server/network/address-ranges.ts";
import { isAllowedHost } from "#server/network/allowed-hosts.ts";
import { isPublicAddress } from "#server/providers/exchange/address.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";

/**
 * Throws 400, naming `path`, if a URL to be called later points into a private network, unless the operator allows its
 * host. Accepts a host that does not resolve now: each later request checks the address it connects to.
 */
export async function requireAllowedUrl(
  { environment, lookUp }: Pick<PipelineGateway, "environment" | "lookUp">,
  url: string,
  path: string,
): Promise<void> {
  const { ALLOWED_PRIVATE_HOSTS: allowed } = environment;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isAllowedHost(allowed, host)) return;
  const addresses = await lookUp(host);
  if (addresses.every((address) => isPublicAddress(address) || isWithin(allowed.ranges, address))) return;
  const message = "must point to a public address; to allow this host, the operator adds it to ALLOWED_PRIVATE_HOSTS";
  throw new HttpError(400, `Invalid request: ${path}: ${message}`, { metadata: { issues: [{ path, message }] } });
}

/** This machine, whether or not its resolver knows the name (RFC 6761, section 6.3). */
const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/i;

/** Returns the network addresses of a host; empty if it does not resolve. */
export async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host];
  if (LOOPBACK_NAME.test(host)) return ["127.0.0.1"];
  return (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);
}
