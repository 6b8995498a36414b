import { startSingleSignOn as endpoint } from "#lib/contract/single-sign-on.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { sessionResponse } from "../session/session-response.ts";

export const startSingleSignOn = operation(endpoint)(async ({ accounts, rates }, { request, address, body }) => {
  rejectForeignWrite(request);
  await rates.takeStep("single-sign-on", address);
  const { url, cookie } = await accounts.startSingleSignOn(request, address, body.provider, body.next ?? "/");
  return sessionResponse(endpoint, { url }, cookie);
});
