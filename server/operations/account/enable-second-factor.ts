import { enableSecondFactor as endpoint } from "#lib/contract/account.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
export const enableSecondFactor = operation(endpoint)(
  async ({ accounts, rates }, { principal, request, address, body }) => {
    rejectForeignWrite(request);
    await rates.takeStep("account", principal.userId ?? address);
    const { totpUri, recoveryCodes } = await accounts.enableSecondFactor(request, body.password);
    return { totp_uri: totpUri, recovery_codes: recoveryCodes };
  },
);
