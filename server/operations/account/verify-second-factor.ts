import { verifySecondFactor as endpoint } from "#lib/contract/account.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "../session/session-response.ts";

export const verifySecondFactor = operation(endpoint)(
  async ({ accounts, rates }, { principal, request, address, body }) => {
    const proof = { code: body.code ?? body.recovery_code ?? "", isRecovery: body.recovery_code !== undefined };
    const cookie = await rates.guess(address, `factor ${principal.userId}`, () =>
      accounts.verifySecondFactor(request, proof),
    );
    return sessionResponse(endpoint, { verified: true }, cookie);
  },
);
