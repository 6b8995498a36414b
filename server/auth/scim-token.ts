import { hash, randomBytes } from "node:crypto";
import type { Principal } from "#server/caller/principal.ts";
import type { Queries } from "#server/data/database.ts";
import { findScimToken, touchScimToken } from "#server/data/scim-tokens.ts";
import { HttpError } from "#server/errors.ts";
import type { RateLimits } from "./keys/rate-limit.ts";

const PREFIX = "sb-scim-";

/** Creates a SCIM token: its text (shown once, never stored), its hash and its masked form. */
export function newScimToken(): { secret: string; tokenHash: string; label: string } {
  const secret = PREFIX + randomBytes(32).toString("base64url");
  return { secret, tokenHash: hashOf(secret), label: `${PREFIX}…${secret.slice(-4)}` };
}

/**
 * Returns the principal of a directory by the SCIM token in its request. Throws 401 for any other, and 429 with
 * Retry-After for an address that sends too many requests. Reads the token from the database, so that a revoked one
 * stops working at once in every process.
 */
export async function authenticateDirectory(
  { rates, queries }: { rates: RateLimits; queries: Queries },
  headers: Pick<Headers, "get">,
  address: string,
): Promise<Principal> {
  const secret = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (!secret) throw new HttpError(401, "Send a SCIM token as a bearer token");
  await rates.takeStep("scim", address);
  const found = secret.startsWith(PREFIX) ? await findScimToken(queries, hashOf(secret)) : undefined;
  if (!found) throw new HttpError(401, "Unknown SCIM token");
  const { token, workspaceId } = found;
  await touchScimToken(queries, token.id);
  return {
    workspaceId,
    organizationId: token.organizationId,
    userId: null,
    management: false,
    actorName: token.name,
    scimToken: { id: token.id, mayChangeOwners: token.mayChangeOwners },
  };
}

function hashOf(secret: string): string {
  return hash("sha256", secret, "hex");
}
