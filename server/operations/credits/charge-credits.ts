import { chargeCredits as endpoint } from "#lib/contract/credits.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";

export const chargeCredits = operation(endpoint)(async () => {
  throw new HttpError(410, "Credits can no longer be charged here; set spending limits on the console's Keys page");
});
