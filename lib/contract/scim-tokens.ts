import { z } from "zod";
import { Deleted, IdParams, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { groupMappingEndpoints } from "./group-mappings.ts";

export const ScimToken = z
  .object({
    id: z.string(),
    name: z.string(),
    label: z.string().describe("Masked form of the token"),
    may_change_owners: z
      .boolean()
      .describe("Whether the directory may change and deactivate owners. True for tokens that an owner created."),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().describe("Accurate to the minute"),
  })
  .meta({ id: "ScimToken" });

const NewToken = z.object({
  data: ScimToken,
  token: z.string().describe("The token, shown only once"),
});

export const listScimTokens = endpoint({
  id: "listScimTokens",
  resource: "provisioning",
  method: "GET",
  path: "/scim/tokens",
  roles: "administrators",
  access: "management",
  summary: "List SCIM tokens",
  description: "Returns the tokens with which directories provision users and groups, and the address they need.",
  response: z.object({
    data: z.array(ScimToken),
    base_url: z.string().describe("Address to enter in the directory as the SCIM base URL"),
  }),
  errors: [401, 403, 405, 429, 500],
});

export const createScimToken = endpoint({
  id: "createScimToken",
  resource: "provisioning",
  method: "POST",
  path: "/scim/tokens",
  roles: "administrators",
  access: "management",
  summary: "Create a SCIM token",
  description: "Only tokens that an owner creates in the console may change owners.",
  body: z.strictObject({
    name: z.string().trim().min(1, "Enter a name for the token").max(100, "A name has at most 100 characters"),
  }),
  status: 201,
  response: NewToken,
  errors: [400, 401, 403, 405, 409, 413, 429, 500],
});

export const rotateScimToken = endpoint({
  id: "rotateScimToken",
  resource: "provisioning",
  method: "POST",
  path: "/scim/tokens/{id}/rotate",
  roles: "administrators",
  access: "management",
  summary: "Rotate a SCIM token",
  description: "Replaces the token. The old one stops working immediately.",
  params: IdParams,
  response: NewToken,
  errors: [401, 403, 404, 405, 429, 500],
});

export const deleteScimToken = endpoint({
  id: "deleteScimToken",
  resource: "provisioning",
  method: "DELETE",
  path: "/scim/tokens/{id}",
  roles: "administrators",
  access: "management",
  summary: "Revoke a SCIM token",
  description: "Users and groups that it has provisioned stay.",
  params: IdParams,
  response: Deleted,
  errors: [401, 403, 404, 405, 429, 500],
});

/** The endpoints with which administrators set up provisioning. */
export const provisioningEndpoints = [
  listScimTokens,
  createScimToken,
  rotateScimToken,
  deleteScimToken,
  ...groupMappingEndpoints,
] as const;

export type ScimTokenRecord = z.output<typeof ScimToken>;
