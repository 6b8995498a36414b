import { resetPassword as endpoint } from "#lib/contract/entry.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { recordAccountChange } from "../account/record-account-change.ts";

export const resetPassword = operation(endpoint)(async ({ accounts, rates }, { request, requestId, address, body }) => {
  rejectForeignWrite(request);
  // Checked first: an invalid link is cheap, but hashing a password is not.
  await accounts.passwordReset(body.token);
  await rates.takeStep("reset", address);
  const { email } = await accounts.resetPassword(body.token, body.password, (queries, reset) => {
    const { organizationId, userId, clearsSecondFactor } = reset;
    const principal = { workspaceId: "", organizationId, userId, management: false };
    const after = { removed_second_factor: clearsSecondFactor };
    return recordAccountChange(queries, { principal, requestId, address }, "account.reset_password", after);
  });
  return { changed: true as const, email };
});
