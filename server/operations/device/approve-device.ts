import { approveDevice as endpoint } from "#lib/contract/device.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { decideDevice } from "#server/data/device-codes.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { countCode, deviceTarget, requirePending } from "./pending-device.ts";
import { hashUserCode } from "./user-code.ts";

export const approveDevice = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  await countCode(gateway, principal);
  const { days } = body;
  const maxDays = gateway.environment.AGENT_SIGN_IN_DAYS;
  if (days > maxDays) throw new HttpError(400, `Invalid request: days: must be at most ${maxDays}`);
  const workspaceId = await requireWorkspace(gateway, principal, body.workspace_id);
  const decision = { status: "approved", userId: principal.userId as string, workspaceId, days } as const;
  const hash = hashUserCode(gateway, body.user_code);
  const row = await gateway.database.queries.transaction(async (queries) => {
    const decided = requirePending(await decideDevice(queries, hash, decision, new Date(gateway.now())));
    const after = { agent: decided.agent, address: decided.address, days };
    await recordChange(queries, call, { action: "device.approve", target: deviceTarget(decided), after, workspaceId });
    return decided;
  });
  return { agent: row.agent };
});
