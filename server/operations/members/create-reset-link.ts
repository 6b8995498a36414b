import { createResetLink as endpoint } from "#lib/contract/members.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireRecentSignIn } from "#server/auth/recent-sign-in.ts";
import { createResetLink as makeLink } from "#server/auth/reset-link.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { memberTarget, rejectOwners, requireMember } from "./member-records.ts";

const HOUR_MS = 3_600_000;

export const createResetLink = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body, request } = call;
  const { removes_second_factor: clearsSecondFactor, expires_in_hours: hours } = body;
  requireRecentSignIn(principal, gateway.now());
  const person = await requireMember(gateway, principal, params.user_id);
  rejectOwners(principal, person.role);
  if (!principal.key && principal.userId === person.userId) {
    throw new HttpError(409, "Change your own password on your account page, where you enter the current one");
  }
  const { userId, email } = person;
  const expiresAt = new Date(gateway.now() + hours * HOUR_MS);
  const address = gateway.environment.PUBLIC_URL ?? request.url;
  const after = { removes_second_factor: clearsSecondFactor, expires_at: expiresAt.toISOString() };
  const url = await gateway.database.queries.transaction(async (queries) => {
    const change = { target: memberTarget(person), after, workspaceId: null };
    await recordChange(queries, call, { action: "member.create_reset_link", ...change });
    return makeLink(queries, { userId, clearsSecondFactor, expiresAt, address });
  });
  return { data: { user_id: userId, email, ...after }, url };
});
