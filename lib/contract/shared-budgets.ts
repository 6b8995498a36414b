import { z } from "zod";
import { Deleted, dataOf, ResetInterval, Timestamp, WorkspaceParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Tag } from "./tags.ts";

const id = z.uuid();

export const UserSpending = z
  .object({
    external_users: z.int().describe("Number of end users with spending in the current period"),
    near_limit: z.int().describe("Number of them who have spent 80% of the amount or more"),
    top: z
      .array(z.object({ external_user: z.string(), spent_usd: z.number() }))
      .describe("The ten who have spent most"),
  })
  .meta({ id: "ExternalUserSpending" });

export const SessionSpending = z
  .object({
    sessions: z.int().describe("Number of sessions with spending in the current period"),
    near_limit: z.int().describe("Number of them that have spent 80% of the amount or more"),
    top: z.array(z.object({ session_id: z.string(), spent_usd: z.number() })).describe("The ten that have spent most"),
  })
  .meta({ id: "SessionSpending" });

export const SharedBudget = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    limit_usd: z.number(),
    reset_interval: ResetInterval.nullable().describe("Null if it never resets"),
    key_hashes: z.array(z.string()).describe("Keys whose requests count"),
    user_ids: z.array(z.string()).describe("Members whose requests count, with every key they created"),
    tags: z.array(z.string()).describe("Requests with one of these tags count"),
    external_users: z.array(z.string()).describe("Requests of these end users (`user`) count"),
    per_external_user: z.boolean().describe("Whether each end user gets the amount"),
    per_session: z.boolean().describe("Whether each session gets the amount"),
    spent_usd: z.number().describe("Spending in the current period, of all end users or sessions together"),
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
  tags: z.array(Tag).max(1000).describe("Tags of requests, such as `team:search`"),
  external_users: z.array(z.string().min(1).max(256)).max(1000).describe("End users, as requests name them in `user`"),
  per_external_user: z
    .boolean()
    .describe(
      "Gives the amount to each end user. With no keys, members, tags or end users listed, the budget covers " +
        "every request that has a `user`. If a budget lists an end user, it replaces budgets that do not.",
    ),
  per_session: z
    .boolean()
    .describe(
      "Gives the amount to each session, such as a conversation with a coding agent. With no keys, members, tags or end " +
        "users listed, the budget covers every request that names a session (`session_id`, `x-session-id` or the " +
        "agent's own field). Cannot be combined with `per_external_user`.",
    ),
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
  description: "Returns the budgets that keys, members, tags and end users of the workspace share, sorted by name.",
  params: WorkspaceParams,
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
    "From now on, it limits what its keys, members, tags and end users spend together or, with " +
    "`per_external_user` or `per_session`, what each end user or session spends. A request must fit every " +
    "budget that applies to it, and counts once in each.",
  params: WorkspaceParams,
  largeBody: true,
  body: z.strictObject({
    ...fields,
    reset_interval: fields.reset_interval.default(null),
    key_hashes: fields.key_hashes.default([]),
    user_ids: fields.user_ids.default([]),
    tags: fields.tags.default([]),
    external_users: fields.external_users.default([]),
    per_external_user: fields.per_external_user.default(false),
    per_session: fields.per_session.default(false),
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
  params: WorkspaceParams.extend({ id }),
  response: dataOf(
    SharedBudget.extend({
      external_user_spending: UserSpending.nullable().describe("Null unless each end user gets the amount"),
      session_spending: SessionSpending.nullable().describe("Null unless each session gets the amount"),
    }),
  ),
  errors: readErrors,
});

export const updateSharedBudget = endpoint({
  ...shared,
  id: "updateSharedBudget",
  method: "PATCH",
  path: "/workspaces/{ref}/shared-budgets/{id}",
  roles: "administrators",
  summary: "Update a shared budget",
  description:
    "Omitted fields stay unchanged. Past spending still counts, even after keys, members, tags or end users are " +
    "removed.",
  params: WorkspaceParams.extend({ id }),
  largeBody: true,
  body: z.strictObject({
    name: fields.name.optional(),
    limit_usd: fields.limit_usd.optional(),
    reset_interval: fields.reset_interval.optional(),
    key_hashes: fields.key_hashes.optional(),
    user_ids: fields.user_ids.optional(),
    tags: fields.tags.optional(),
    external_users: fields.external_users.optional(),
    per_external_user: fields.per_external_user.optional(),
    per_session: fields.per_session.optional(),
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
  params: WorkspaceParams.extend({ id }),
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});
