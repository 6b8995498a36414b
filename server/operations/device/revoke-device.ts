import { revokeDevice as endpoint } from "#lib/contract/device.ts";
import { hashKey } from "#server/auth/keys/key-digest.ts";
import { networkOf } from "#server/auth/sign-in-throttle.ts";
import { findAgentKey } from "#server/data/agent-sign-ins.ts";
import { operation } from "#server/http/operation.ts";
import { publishKeys } from "#server/operations/keys/publish-keys.ts";
import { hashesOf, readRefreshToken } from "./agent-tokens.ts";
import { recordSignOuts } from "./record-sign-outs.ts";

export const revokeDevice = operation(endpoint)(async (gateway, call) => {
  const { token } = call.body;
  await gateway.rates.takeStep("device-token", networkOf(call.address));
  const refreshToken = readRefreshToken(token);
  const by = refreshToken ? hashesOf(refreshToken) : { keyHash: hashKey(token) };
  const hash = await gateway.database.queries.transaction(async (queries) => {
    const found = await findAgentKey(queries, by);
    if (!found) return undefined;
    const { key, organizationId } = found;
    const { workspaceId, creatorUserId: userId } = key;
    const principal = { workspaceId, organizationId, userId, management: false };
    await recordSignOuts(queries, { ...call, principal }, [key]);
    return key.hash;
  });
  if (hash) await publishKeys(gateway, hash);
  return {};
});
