import type { issueDeviceKey } from "#lib/contract/device.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { type AgentSignInRow, findAgentKey, issueAgentKey, lockSignIn } from "#server/data/agent-sign-ins.ts";
import type { ApiKeyRow } from "#server/data/api-keys.ts";
import type { Transaction } from "#server/data/database.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";
import { publishKeys } from "#server/operations/keys/publish-keys.ts";
import {
  hashesOf,
  newAgentKey,
  newRefreshToken,
  type RefreshToken,
  readRefreshToken,
  tokenResponse,
} from "./agent-tokens.ts";
import { oauthError } from "./oauth-error.ts";
import { recordSignOuts } from "./record-sign-outs.ts";

type RenewCall = Pick<Call, "requestId" | "address" | "managed">;
type Renewal = { response: ResponseOf<typeof issueDeviceKey>; hash: string } | { problem: string; ended?: string };

/**
 * Returns the next key of a signed-in agent. A refresh token that was used before means that somebody has a copy, which
 * ends the sign-in, as does a member who no longer has access to the workspace.
 */
export async function renewAgentKey(gateway: Gateway, call: RenewCall, text: string) {
  const token = readRefreshToken(text);
  const { queries } = gateway.database;
  const owner = token && (await findAgentKey(queries, hashesOf(token)))?.key;
  const member = owner?.creatorUserId && (await gateway.accounts.member(owner.creatorUserId, owner.workspaceId));
  const renewal: Renewal = token
    ? await queries.transaction((queries) => renew(gateway, call, queries, token, Boolean(member)))
    : { problem: "unknown" };
  if ("problem" in renewal) {
    if (renewal.ended) await publishKeys(gateway, renewal.ended);
    throw oauthError("invalid_grant", `The sign-in ${PROBLEMS[renewal.problem]}; sign in again`);
  }
  await gateway.keys.refresh(renewal.hash);
  return renewal.response;
}

const PROBLEMS: Record<string, string> = {
  unknown: "is unknown or was revoked",
  disabled: "is disabled",
  expired: "has expired",
  reused: "was used by two programs and has been revoked",
  "no access": "has ended, because its user has no access to the workspace",
};

async function renew(
  gateway: Gateway,
  call: RenewCall,
  queries: Transaction,
  token: RefreshToken,
  hasAccess: boolean,
): Promise<Renewal> {
  const { familyHash, turnHash } = hashesOf(token);
  const found = await lockSignIn(queries, familyHash);
  if (!found) return { problem: "unknown" };
  const { signIn, key } = found;
  const now = new Date(gateway.now());
  if (key.disabled) return { problem: "disabled" };
  if (!key.expiresAt || key.expiresAt <= now) return { problem: "expired" };
  const problem = hasAccess ? (isCurrent(signIn, turnHash, now) ? undefined : "reused") : "no access";
  if (problem) {
    await recordSignOuts(queries, { ...call, principal: actorOf(found) }, [key]);
    return { problem, ended: key.hash };
  }
  const next = newRefreshToken(token.family);
  const { secret, ...issued } = newAgentKey(gateway, key.expiresAt);
  const turn = { turnHash: hashesOf(next).turnHash, previousTurnHash: turnHash };
  await issueAgentKey(queries, key.id, turn, issued, now);
  return { hash: key.hash, response: tokenResponse(now.getTime(), { secret, ...issued }, next, key.expiresAt) };
}

/** An agent that did not receive a response may send the same token again for this long. */
const RETRY_MS = 10 * 60_000;

function isCurrent({ turnHash, previousTurnHash, refreshedAt }: AgentSignInRow, sent: string, now: Date): boolean {
  if (sent === turnHash) return true;
  return sent === previousTurnHash && now.getTime() - refreshedAt.getTime() < RETRY_MS;
}

function actorOf({ key, organizationId }: { key: ApiKeyRow; organizationId: string }) {
  return {
    workspaceId: key.workspaceId,
    organizationId,
    userId: key.creatorUserId,
    management: false,
    actorName: key.name,
  };
}
