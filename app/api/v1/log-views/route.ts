import { handle } from "#server/http/handle.ts";
import { createLogView } from "#server/operations/log-views/create-log-view.ts";
import { listLogViews } from "#server/operations/log-views/list-log-views.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listLogViews, createLogView);
