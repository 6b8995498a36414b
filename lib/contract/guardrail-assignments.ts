import { z } from "zod";
import { listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const KeyAssignment = z
  .object({
    id: z.string(),
    guardrail_id: z.string(),
    key_hash: z.string(),
    key_label: z.string(),
    key_name: z.string(),
    assigned_by: z.string().nullable().describe("ID of the user who assigned it"),
    created_at: Timestamp,
  })
  .meta({ id: "KeyAssignment" });

export const MemberAssignment = z
  .object({
    id: z.string(),
    guardrail_id: z.string(),
    user_id: z.string(),
    organization_id: z.string(),
    assigned_by: z.string().nullable().describe("ID of the user who assigned it"),
    created_at: Timestamp,
  })
  .meta({ id: "MemberAssignment" });

const params = z.object({ id: z.string().min(1).max(64) });
const KeyHashes = z.strictObject({ key_hashes: z.array(z.string().min(1).max(128)).min(1).max(1000) });
const UserIds = z.strictObject({ member_user_ids: z.array(z.string().min(1).max(128)).min(1).max(1000) });
const Assigned = z.object({ assigned_count: z.number().int().describe("Number of new assignments") });
const Unassigned = z.object({ unassigned_count: z.number().int().describe("Number of removed assignments") });

const shared = { resource: "guardrails", roles: "administrators", access: "management" } as const;
const read = { ...shared, method: "GET", query: Page, errors: [400, 401, 403, 404, 405, 429, 500] } as const;
const write = { ...shared, method: "POST", params, errors: [400, 401, 403, 404, 405, 409, 413, 429, 500] } as const;

export const listKeyAssignments = endpoint({
  ...read,
  id: "listKeyAssignments",
  path: "/guardrails/{id}/assignments/keys",
  summary: "List keys assigned to a guardrail",
  params,
  response: listOf(KeyAssignment),
});

export const assignKeys = endpoint({
  ...write,
  id: "assignKeys",
  path: "/guardrails/{id}/assignments/keys",
  summary: "Assign keys to a guardrail",
  description:
    "A key has at most one guardrail, so this replaces an existing assignment. If one key is " +
    "invalid, none are assigned.",
  largeBody: true,
  body: KeyHashes,
  response: Assigned,
});

export const unassignKeys = endpoint({
  ...write,
  id: "unassignKeys",
  path: "/guardrails/{id}/assignments/keys/remove",
  summary: "Unassign keys from a guardrail",
  largeBody: true,
  body: KeyHashes,
  response: Unassigned,
});

export const listMemberAssignments = endpoint({
  ...read,
  id: "listMemberAssignments",
  path: "/guardrails/{id}/assignments/members",
  summary: "List members assigned to a guardrail",
  params,
  response: listOf(MemberAssignment),
});

export const assignMembers = endpoint({
  ...write,
  id: "assignMembers",
  path: "/guardrails/{id}/assignments/members",
  summary: "Assign members to a guardrail",
  description:
    "Applies to the members' requests in the guardrail's workspace, with any of their keys. If one " +
    "user is invalid, none are assigned.",
  largeBody: true,
  body: UserIds,
  response: Assigned,
});

export const unassignMembers = endpoint({
  ...write,
  id: "unassignMembers",
  path: "/guardrails/{id}/assignments/members/remove",
  summary: "Unassign members from a guardrail",
  largeBody: true,
  body: UserIds,
  response: Unassigned,
});

export const listAllKeyAssignments = endpoint({
  ...read,
  id: "listAllKeyAssignments",
  isOrganizationWide: true,
  path: "/guardrails/assignments/keys",
  summary: "List all key assignments",
  description: "Returns the guardrail assignments of all keys in the organization.",
  response: listOf(KeyAssignment),
});

export const listAllMemberAssignments = endpoint({
  ...read,
  id: "listAllMemberAssignments",
  isOrganizationWide: true,
  path: "/guardrails/assignments/members",
  summary: "List all member assignments",
  description: "Returns the guardrail assignments of all members of the organization.",
  response: listOf(MemberAssignment),
});
