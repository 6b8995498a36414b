import { deleteScimUser as endpoint } from "#lib/contract/scim-protocol.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { expelMember } from "#server/data/members.ts";
import { lockOrganization } from "#server/data/scim-users.ts";
import { operation } from "#server/http/operation.ts";
import { NO_CONTENT } from "../scim-response.ts";
import { requireUser } from "./require-user.ts";
import { lastOwner, publishProvisioning, rejectOwner } from "./save-user.ts";

export const deleteScimUser = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const { organizationId } = principal;
  await gateway.database.queries.transaction(async (queries) => {
    await lockOrganization(queries, organizationId);
    const { userId, email, role } = await requireUser(queries, organizationId, params.id);
    rejectOwner(principal, role);
    const { outcome, keyHashes } = await expelMember(queries, organizationId, userId);
    if (outcome === "last owner") throw lastOwner();
    await recordChange(queries, call, {
      action: "member.remove",
      target: { type: "member", id: userId, name: email },
      before: { email, role },
      after: { disabled_key_hashes: keyHashes },
      workspaceId: null,
    });
  });
  await publishProvisioning(gateway);
  return NO_CONTENT;
});
