import { createInvitation as endpoint } from "#lib/contract/invitations.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { newLinkToken } from "#server/auth/link-token.ts";
import { hasMember, insertInvitation } from "#server/data/invitations.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { rejectOwners } from "#server/operations/members/member-records.ts";
import { invitationRecord, invitationTarget } from "./invitation-record.ts";

const DAY_MS = 86_400_000;

export const createInvitation = operation(endpoint)(async ({ database, environment, now }, call) => {
  const { principal, body, request } = call;
  const { organizationId } = principal;
  rejectOwners(principal, body.role);
  if (await hasMember(database.queries, organizationId, body.email)) {
    throw new HttpError(409, `${body.email} is already a member`);
  }
  const { token, tokenHash } = newLinkToken();
  const values = {
    organizationId,
    email: body.email,
    role: body.role,
    tokenHash,
    inviterId: principal.key ? null : principal.userId,
    expiresAt: new Date(now() + body.expires_in_days * DAY_MS),
  };
  const data = await database.queries.transaction(async (queries) => {
    const row = await insertInvitation(queries, values);
    const after = invitationRecord(row, now());
    const change = { target: invitationTarget(row), after, workspaceId: null };
    await recordChange(queries, call, { action: "invitation.create", ...change });
    return after;
  });
  return { data, url: new URL(`/invite/${token}`, environment.PUBLIC_URL ?? request.url).href };
});
