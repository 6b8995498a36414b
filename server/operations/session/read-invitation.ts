import { readInvitation as endpoint } from "#lib/contract/entry.ts";
import type { Role } from "#lib/roles.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
export const readInvitation = operation(endpoint)(async (gateway, { request, body }) => {
  rejectForeignWrite(request);
  const { organizationName, email, role, expiresAt, userId } = await gateway.accounts.invitation(body.token);
  return {
    organization: organizationName,
    email,
    role: role as Role,
    expires_at: expiresAt.toISOString(),
    has_account: userId !== null,
  };
});
