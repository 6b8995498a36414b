import { denyDevice as endpoint } from "#lib/contract/device.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { decideDevice } from "#server/data/device-codes.ts";
import { operation } from "#server/http/operation.ts";
import { countCode, deviceTarget, requirePending } from "./pending-device.ts";
import { hashUserCode } from "./user-code.ts";

export const denyDevice = operation(endpoint)(async (gateway, call) => {
  await countCode(gateway, call.principal);
  const hash = hashUserCode(gateway, call.body.user_code);
  const row = await gateway.database.queries.transaction(async (queries) => {
    const decided = requirePending(await decideDevice(queries, hash, { status: "denied" }, new Date(gateway.now())));
    const { agent, address } = decided;
    const change = { target: deviceTarget(decided), after: { agent, address }, workspaceId: null };
    await recordChange(queries, call, { action: "device.deny", ...change });
    return decided;
  });
  return { agent: row.agent };
});
