import type { z } from "zod";
import type { SingleSignOn } from "#lib/contract/single-sign-on.ts";
import type { SingleSignOnRow } from "#server/data/single-sign-on.ts";
import type { Gateway } from "#server/gateway.ts";

/** Converts an identity provider to its API record, without the client secret. */
export function signOnRecord({ environment }: Gateway, row: SingleSignOnRow): z.output<typeof SingleSignOn> {
  return {
    issuer: row.issuer,
    client_id: row.clientId,
    allow_unverified_email: row.allowsUnverifiedEmail,
    request_groups: row.requestsGroups,
    redirect_url: `${environment.PUBLIC_URL ?? ""}/api/session/callback/${row.providerId}`,
    updated_at: row.updatedAt.toISOString(),
  };
}
