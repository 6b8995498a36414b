import { handle } from "#server/http/handle.ts";
import { listAudit } from "#server/operations/audit/list-audit.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listAudit);
