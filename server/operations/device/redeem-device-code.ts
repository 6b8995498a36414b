import type { issueDeviceKey } from "#lib/contract/device.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import { newKey } from "#server/auth/keys/new-key.ts";
import { hashLinkToken } from "#server/auth/link-token.ts";
import type { Principal } from "#server/caller/principal.ts";
import { insertAgentKey } from "#server/data/agent-sign-ins.ts";
import type { Transaction } from "#server/data/database.ts";
import {
  type DeviceCodeRow,
  deleteDeviceCode,
  findApproval,
  lockDeviceCode,
  recordPoll,
} from "#server/data/device-codes.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";
import { keyTarget, toAuditKey } from "#server/operations/keys/audit-key.ts";
import { publishKeys } from "#server/operations/keys/publish-keys.ts";
import { hashesOf, newAgentKey, newRefreshToken, tokenResponse } from "./agent-tokens.ts";
import { oauthError } from "./oauth-error.ts";

type Issued = { hash: string; response: ResponseOf<typeof issueDeviceKey> };
type DeviceCall = Pick<Call, "requestId" | "address" | "managed">;

/**
 * Returns the key of an approved sign-in, once. Until then, throws the errors of RFC 8628, section 3.5. What a poll
 * changes is stored even if it is rejected, so the errors are thrown after the transaction.
 */
export async function redeemDeviceCode(gateway: Gateway, call: DeviceCall, code: string): Promise<Issued["response"]> {
  const { queries } = gateway.database;
  const deviceHash = hashLinkToken(code);
  const approval = await findApproval(queries, deviceHash);
  const principal = approval && (await gateway.accounts.member(approval.userId, approval.workspaceId));
  const issued = await queries.transaction(async (queries): Promise<Issued | Error> => {
    const row = await lockDeviceCode(queries, deviceHash);
    if (!row) return oauthError("invalid_grant", "The device code is unknown or has been used");
    // Approved only after the look-up above: the next poll finds it.
    if (row.status === "approved" && !approval) return pending();
    const problem = await rejectPoll(queries, row, gateway.now());
    if (problem) return problem;
    return principal ? issue(gateway, { ...call, principal }, queries, row) : denied();
  });
  if (issued instanceof Error) throw issued;
  await publishKeys(gateway, issued.hash);
  return issued.response;
}

const denied = () => oauthError("access_denied", "The sign-in was denied");
const pending = () => oauthError("authorization_pending", "Waiting for a person to approve the sign-in");

/** A poll may arrive this much early, since networks do not keep time. */
const TOLERANCE_MS = 1_000;
const MAX_INTERVAL_SECONDS = 60;

/** Returns why an agent gets no key yet, or none at all; undefined if its sign-in is approved. */
async function rejectPoll(queries: Transaction, row: DeviceCodeRow, nowMs: number): Promise<Error | undefined> {
  if (row.expiresAt.getTime() <= nowMs) return oauthError("expired_token", "The device code has expired; start again");
  const dueMs = (row.polledAt?.getTime() ?? 0) + row.intervalSeconds * 1000;
  const isEarly = nowMs < dueMs - TOLERANCE_MS;
  const intervalSeconds = isEarly ? Math.min(row.intervalSeconds + 5, MAX_INTERVAL_SECONDS) : row.intervalSeconds;
  await recordPoll(queries, row.id, new Date(nowMs), intervalSeconds);
  if (isEarly) return oauthError("slow_down", `Wait ${intervalSeconds} seconds between polls`);
  if (row.status === "pending") return pending();
  await deleteDeviceCode(queries, row.id);
  return row.status === "denied" ? denied() : undefined;
}

async function issue(
  gateway: Gateway,
  call: AuditedCall,
  queries: Transaction,
  { agent, days }: DeviceCodeRow,
): Promise<Issued> {
  const now = new Date(gateway.now());
  const signedInUntil = new Date(now.getTime() + (days ?? 1) * 86_400_000);
  const { secret, ...issued } = newAgentKey(gateway, signedInUntil);
  const refreshToken = newRefreshToken();
  // Nobody knows the text of this hash: requests carry the short-lived keys.
  const { hash, label } = newKey();
  const values = { hash, label, name: nameOf(agent), agent, ...heldBy(call.principal), expiresAt: signedInUntil };
  const row = await insertAgentKey(queries, values, hashesOf(refreshToken), issued, now);
  const change = { target: keyTarget(row), after: toAuditKey(row), workspaceId: row.workspaceId };
  await recordChange(queries, call, { action: "key.create", ...change });
  return { hash, response: tokenResponse(now.getTime(), { secret, ...issued }, refreshToken, signedInUntil) };
}

function nameOf({ name, device }: DeviceCodeRow["agent"]): string {
  return device === null ? name : `${name} on ${device}`;
}

/** The member cannot extend the sign-in: the operator sets how long it lasts. */
function heldBy({ workspaceId, userId }: Principal) {
  return { kind: "normal", workspaceId, creatorUserId: userId, expiryByAdmin: true };
}
