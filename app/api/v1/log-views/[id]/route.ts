import { handle } from "#server/http/handle.ts";
import { deleteLogView } from "#server/operations/log-views/delete-log-view.ts";
import { updateLogView } from "#server/operations/log-views/update-log-view.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(updateLogView, deleteLogView);
