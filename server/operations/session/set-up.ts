import * as contract from "#lib/contract/session.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { ensureOrganization } from "#server/auth/set-up.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "./session-response.ts";

export const setUp = operation(contract.setUp)(
  async ({ accounts, database, rates }, { request, requestId, address, body }) => {
    rejectForeignWrite(request);
    await rates.takeStep("set-up", address);
    const { organization, workspace } = await ensureOrganization(database);
    const { email } = body;
    const { user, cookie } = await accounts.setUp(request, address, body, (queries, userId) => {
      const principal = { workspaceId: workspace.id, organizationId: organization.id, userId, management: false };
      return recordChange(
        queries,
        { principal, requestId, address },
        {
          action: "organization.set_up",
          target: { type: "member", id: userId, name: email },
          after: { email, role: "owner" },
          workspaceId: null,
        },
      );
    });
    return sessionResponse(contract.setUp, { user }, cookie);
  },
);
