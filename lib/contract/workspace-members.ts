import { z } from "zod";
import { listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const params = z.object({ ref: z.string().min(1).describe("UUID or slug of the workspace") });
const errors = [400, 401, 403, 404, 405, 413, 429, 500] as const;

export const WorkspaceMember = z
  .object({
    id: z.string(),
    user_id: z.string(),
    workspace_id: z.string(),
    role: z.string().describe("The role held in the organization: owner, admin or member"),
    created_at: Timestamp,
    name: z.string(),
    email: z.string(),
  })
  .meta({ id: "WorkspaceMember" });

const body = z.strictObject({
  user_ids: z.array(z.string().min(1).max(200)).min(1, "Name at least one user").max(100, "Name at most 100 users"),
});

export const listWorkspaceMembers = endpoint({
  id: "listWorkspaceMembers",
  resource: "workspace-members",
  method: "GET",
  path: "/workspaces/{ref}/members",
  roles: "administrators",
  access: "management",
  summary: "Who is in a workspace; everyone of the organization is in the default one",
  params,
  query: Page,
  response: listOf(WorkspaceMember),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const addWorkspaceMembers = endpoint({
  id: "addWorkspaceMembers",
  resource: "workspace-members",
  method: "POST",
  path: "/workspaces/{ref}/members/add",
  roles: "administrators",
  access: "management",
  summary: "Add members of the organization to a workspace, with the role they hold there",
  description: "All of them or none: a user who is no member of the organization is a 404.",
  params,
  largeBody: true,
  body,
  response: z.object({
    added_count: z.number().int().describe("Those who were not in it before"),
    data: z.array(WorkspaceMember).describe("Those added"),
  }),
  errors,
});

export const removeWorkspaceMembers = endpoint({
  id: "removeWorkspaceMembers",
  resource: "workspace-members",
  method: "POST",
  path: "/workspaces/{ref}/members/remove",
  roles: "administrators",
  access: "management",
  summary: "Remove members from a workspace",
  description: "Refused for the default workspace and for those who have active keys in the workspace.",
  params,
  largeBody: true,
  body,
  response: z.object({ removed_count: z.number().int() }),
  errors,
});
