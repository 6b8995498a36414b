import { handle } from "#server/http/handle.ts";
import { exportChargeback } from "#server/operations/chargeback/export-chargeback.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(exportChargeback);
