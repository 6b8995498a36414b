import { z } from "zod";
import { listOf, Page, Timestamp, WorkspaceParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const errors = [400, 401, 403, 404, 405, 409, 413, 429, 500] as const;

export const WorkspaceMember = z
  .object({
    id: z.string(),
    user_id: z.string(),
    workspace_id: z.string(),
    role: z.string().describe("Role in the organization: `owner`, `admin` or `member`"),
    created_at: Timestamp,
    name: z.string(),
    email: z.string(),
    source: z.enum(["hand", "group"]).describe("`group` if only a group mapping puts the user into the workspace"),
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
  summary: "List workspace members",
  description: "Every member of the organization is in the default workspace.",
  params: WorkspaceParams,
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
  summary: "Add workspace members",
  description:
    "Adds members of the organization with their organization role. If one user is not a member of " +
    "the organization, the request fails with 404 and nobody is added.",
  params: WorkspaceParams,
  largeBody: true,
  body,
  response: z.object({
    added_count: z.number().int().describe("Number of users who were added"),
    data: z.array(WorkspaceMember).describe("The members that were added"),
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
  summary: "Remove workspace members",
  description:
    "Members of the default workspace, members with active keys in the workspace, and those whom only a group " +
    "mapping puts there cannot be removed. Someone who is also in the workspace through a group mapping stays.",
  params: WorkspaceParams,
  largeBody: true,
  body,
  response: z.object({ removed_count: z.number().int() }),
  errors,
});
