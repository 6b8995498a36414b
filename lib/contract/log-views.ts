import { z } from "zod";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const MAX_PARAMETERS = 30;

const shared = {
  name: z.string().trim().min(1).max(100),
  is_shared: z.boolean().describe("Whether everyone in the workspace sees the view, or only its creator"),
  query: z
    .record(z.string().min(1).max(64), z.string().max(2_000))
    .refine((query) => Object.keys(query).length <= MAX_PARAMETERS, `at most ${MAX_PARAMETERS} parameters`)
    .describe("Filters and time range, as parameters of the address of the console's Logs page"),
  columns: z
    .array(z.string().min(1).max(64))
    .max(40)
    .nullable()
    .describe("IDs of the columns to show, in order. Null for each person's own columns."),
};

export const LogView = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    ...shared,
    creator_user_id: z.string().nullable(),
    can_change: z.boolean().describe("Whether the caller may change and delete the view"),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "LogView" });

const path = "/log-views";
const resource = "log-views";
const roles = "everyone";
const access = "management";

export const listLogViews = endpoint({
  id: "listLogViews",
  resource,
  method: "GET",
  path,
  roles,
  access,
  summary: "List saved views of the logs",
  description: "Returns the caller's own views and those shared in the workspace, sorted by name.",
  query: Page.extend({ workspace_id: WorkspaceRef }),
  response: listOf(LogView),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const createLogView = endpoint({
  id: "createLogView",
  resource,
  method: "POST",
  path,
  roles,
  access,
  summary: "Save a view of the logs",
  description: "A workspace can have up to 100 shared views, and each person up to 100 private ones.",
  body: z.strictObject({
    name: shared.name,
    is_shared: shared.is_shared.default(false),
    query: shared.query.default({}),
    columns: shared.columns.default(null),
    workspace_id: WorkspaceRef,
  }),
  status: 201,
  response: dataOf(LogView),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const updateLogView = endpoint({
  id: "updateLogView",
  resource,
  method: "PATCH",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Update a saved view of the logs",
  description: "Only its creator and administrators can change a view. Omitted fields stay unchanged.",
  params: IdParams,
  body: z.strictObject(shared).partial().prefault({}),
  response: dataOf(LogView),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteLogView = endpoint({
  id: "deleteLogView",
  resource,
  method: "DELETE",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Delete a saved view of the logs",
  description: "Only its creator and administrators can delete a view.",
  params: IdParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});
