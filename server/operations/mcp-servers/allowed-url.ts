import type { Gateway } from "#server/gateway.ts";
import { requirePublicUrl } from "#server/pipeline/planning/public-url.ts";

/** Throws 400 if a server's URL points into a private network, unless the operator allows its host. */
export async function requireAllowedUrl({ environment }: Gateway, url: string): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const isNamed = environment.ALLOWED_PRIVATE_HOSTS?.some((name) => name.toLowerCase() === host);
  if (!isNamed) await requirePublicUrl(url, "url");
}
