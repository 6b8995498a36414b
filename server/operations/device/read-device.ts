import { readDevice as endpoint } from "#lib/contract/device.ts";
import { findPendingDevice } from "#server/data/device-codes.ts";
import { operation } from "#server/http/operation.ts";
import { countCode, requirePending } from "./pending-device.ts";
import { hashUserCode } from "./user-code.ts";

export const readDevice = operation(endpoint)(async (gateway, { principal, body }) => {
  await countCode(gateway, principal);
  const hash = hashUserCode(gateway, body.user_code);
  const row = requirePending(await findPendingDevice(gateway.database.queries, hash, new Date(gateway.now())));
  return {
    agent: row.agent,
    address: row.address,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    max_days: gateway.environment.AGENT_SIGN_IN_DAYS,
    key_hours: gateway.environment.AGENT_KEY_HOURS,
  };
});
