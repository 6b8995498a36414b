import { handle } from "#server/http/handle.ts";
import { reportKey } from "#server/operations/keys/report-key.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(reportKey);
