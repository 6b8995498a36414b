import * as contract from "#lib/contract/session.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { ensureOrganization } from "#server/auth/set-up.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { answer } from "./answer.ts";

export const setUp = operation(contract.setUp)(async ({ request, requestId, address, body }) => {
  refuseForeignWrite(request);
  const { accounts, database, rates } = gateway();
  await rates.takeStep("set-up", address);
  const { user, cookie } = await accounts.setUp(request, address, body);
  const { organization, workspace } = await ensureOrganization(database);
  const { id, email } = user;
  await recordChange(
    {
      principal: { workspaceId: workspace.id, organizationId: organization.id, userId: id, management: false },
      ...{ requestId, address },
    },
    {
      action: "organization.set_up",
      target: { type: "member", id, name: email },
      after: { email, role: "owner" },
      workspaceId: null,
    },
  );
  return answer(contract.setUp, { user }, cookie);
});
