import { z } from "zod";
import { Deleted, dataOf, ResetInterval, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const ref = z.string().min(1).describe("Workspace UUID or slug");
const id = z.uuid();

export const SharedBudget = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    limit_usd: z.number(),
    reset_interval: ResetInterval.nullable().describe("Null if it never resets"),
    key_hashes: z.array(z.string()).describe("Keys whose requests count"),
    user_ids: z.array(z.string()).describe("Members whose requests count, with every key they created"),
    spent_usd: z.number().describe("What counts in the current period"),
    resets_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "SharedBudget" });

const fields = {
  name: z.string().trim().min(1, "Enter a name").max(100, "A name has at most 100 characters"),
  limit_usd: z.number().positive().max(9_000_000),
  reset_interval: ResetInterval.nullable().describe("Null never resets"),
  key_hashes: z.array(z.string().min(1).max(128)).max(1000).describe("Keys of the workspace"),
  user_ids: z.array(z.string().min(1).max(128)).max(1000).describe("Members of the workspace"),
};

const shared = { resource: "budgets", access: "management" } as const;
const readErrors = [400, 401, 403, 404, 405, 429, 500] as const;
const errors = [400, 401, 403, 404, 405, 409, 413, 429, 500] as const;

export const listSharedBudgets = endpoint({
  ...shared,
  id: "listSharedBudgets",
  method: "GET",
  path: "/workspaces/{ref}/shared-budgets",
  roles: "own",
  summary: "List shared budgets",
  description: "Budgets that keys and members of the workspace share, by name.",
  params: z.object({ ref }),
  response: z.object({ data: z.array(SharedBudget) }),
  errors: readErrors,
});

export const createSharedBudget = endpoint({
  ...shared,
  id: "createSharedBudget",
  method: "POST",
  path: "/workspaces/{ref}/shared-budgets",
  roles: "administrators",
  summary: "Create a shared budget",
  description:
    "It covers what its keys and members spend together from now on. A request must be covered by every budget that " +
    "applies to it, and counts once in each.",
  params: z.object({ ref }),
  largeBody: true,
  body: z.strictObject({
    ...fields,
    reset_interval: fields.reset_interval.default(null),
    key_hashes: fields.key_hashes.default([]),
    user_ids: fields.user_ids.default([]),
  }),
  status: 201,
  response: dataOf(SharedBudget),
  errors,
});

export const getSharedBudget = endpoint({
  ...shared,
  id: "getSharedBudget",
  method: "GET",
  path: "/workspaces/{ref}/shared-budgets/{id}",
  roles: "own",
  summary: "Get a shared budget",
  params: z.object({ ref, id }),
  response: dataOf(SharedBudget),
  errors: readErrors,
});

export const updateSharedBudget = endpoint({
  ...shared,
  id: "updateSharedBudget",
  method: "PATCH",
  path: "/workspaces/{ref}/shared-budgets/{id}",
  roles: "administrators",
  summary: "Update a shared budget",
  description: "Omitted fields stay unchanged. What was spent stays counted, also after keys or members are removed.",
  params: z.object({ ref, id }),
  largeBody: true,
  body: z.strictObject({
    name: fields.name.optional(),
    limit_usd: fields.limit_usd.optional(),
    reset_interval: fields.reset_interval.optional(),
    key_hashes: fields.key_hashes.optional(),
    user_ids: fields.user_ids.optional(),
  }),
  response: dataOf(SharedBudget),
  errors,
});

export const deleteSharedBudget = endpoint({
  ...shared,
  id: "deleteSharedBudget",
  method: "DELETE",
  path: "/workspaces/{ref}/shared-budgets/{id}",
  roles: "administrators",
  summary: "Delete a shared budget",
  params: z.object({ ref, id }),
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});
