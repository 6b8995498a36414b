import { handle } from "#server/http/handle.ts";
import { renewRecoveryCodes } from "#server/operations/account/renew-recovery-codes.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(renewRecoveryCodes);
