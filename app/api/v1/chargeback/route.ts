import { handle } from "#server/http/handle.ts";
import { getChargeback } from "#server/operations/chargeback/get-chargeback.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getChargeback);
