import { timingSafeEqual } from "node:crypto";
import { finishMcpOauth as endpoint } from "#lib/contract/mcp-oauth.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { authorize } from "#server/pipeline/server-tools/mcp/oauth-client.ts";
import { openOauth, type PendingAuthorization, sealOauth } from "#server/pipeline/server-tools/mcp/oauth-state.ts";
import { asBadGateway } from "./as-bad-gateway.ts";
import { changeMcpServer } from "./change-mcp-server.ts";
import { requireMcpServer } from "./require-mcp-server.ts";
import { starterOf } from "./starter-of.ts";

export const finishMcpOauth = operation(endpoint)(async (gateway, call) => {
  const starter = starterOf(call.principal);
  const row = await requireMcpServer(gateway, call.principal, call.params.id);
  const state = openOauth(gateway, row);
  if (!state?.pending || !isSame(state.pending, call.body.state, starter, gateway.now()))
    throw new HttpError(
      400,
      "Invalid request: state: the caller has not started this authorization, or it has expired",
    );
  await asBadGateway(authorize(gateway, row.url, state, call.body.code));
  const { pending: _, ...authorized } = state;
  const before = row.sealedOauth;
  const data = await changeMcpServer(gateway, call, row, "authorize", ({ sealedOauth }) => {
    if (sealedOauth !== before)
      throw new HttpError(409, "The authorization has changed in the meantime. Start it again.");
    return { sealedOauth: sealOauth(gateway, row.id, authorized) };
  });
  return { data };
});

function isSame(pending: PendingAuthorization, state: string, starter: string, nowMs: number): boolean {
  const [given, expected] = [Buffer.from(state), Buffer.from(pending.state)];
  const isEqual = given.length === expected.length && timingSafeEqual(given, expected);
  return isEqual && pending.starter === starter && pending.expiresAtMs > nowMs;
}
