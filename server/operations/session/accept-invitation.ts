import { acceptInvitation as endpoint } from "#lib/contract/entry.ts";
import { recordChange } from "#server/audit/record-change.ts";
import type { Joined } from "#server/auth/accounts.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import type { Principal } from "#server/auth/principal.ts";
import { announce } from "#server/data/changes.ts";
import { type Gateway, gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { answer } from "./answer.ts";

export const acceptInvitation = operation(endpoint)(async ({ request, requestId, address, body }) => {
  refuseForeignWrite(request);
  const open = gateway();
  // A wrong link costs nothing; hashing a password does.
  await open.accounts.invitation(body.token);
  await open.rates.takeStep("invitation", address);
  const joined = await open.accounts.acceptInvitation(request, address, body);
  await announce(open.database, "workspaces");
  const { id, email } = joined.user;
  await recordChange(
    { principal: await principalOf(open, joined), requestId, address },
    {
      action: "member.join",
      target: { type: "member", id, name: email },
      after: { email, role: joined.invitation.role, invitation_id: joined.invitation.id },
      workspaceId: null,
    },
  );
  return answer(endpoint, { user: joined.user }, joined.cookie);
});

/** Who joins does so themselves. */
async function principalOf({ accounts }: Gateway, { user, invitation }: Joined): Promise<Principal> {
  const { organizationId } = invitation;
  const workspace = await accounts.workspace(organizationId);
  return { workspaceId: workspace?.id ?? "", organizationId, userId: user.id, management: false };
}
