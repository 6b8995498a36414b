import { z } from "zod";
import { type Endpoint, endpoint } from "./endpoint.ts";

// The protocol of directories (RFC 7643, RFC 7644), below /api/scim/v2. Errors and media types are SCIM's.

export const SCIM_USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const SCIM_GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

/** Most records of a page; the default is a hundred. */
export const SCIM_PAGE = 200;

const Attributes = z.object({
  attributes: z.string().max(2000).optional(),
  excludedAttributes: z.string().max(2000).optional(),
});

/** RFC 7644, section 3.4.2.4: numbers out of range count as the nearest valid one. */
const ListQuery = Attributes.extend({
  filter: z.string().max(2000).optional(),
  startIndex: z.coerce
    .number()
    .int()
    .default(1)
    .transform((index) => Math.max(1, index)),
  count: z.coerce
    .number()
    .int()
    .default(100)
    .transform((count) => Math.min(SCIM_PAGE, Math.max(0, count))),
});

const Id = z.object({ id: z.uuid() });

/** Directories send JSON null, empty texts, or nothing for an attribute without a value. */
const Text = z
  .string()
  .max(500)
  .nullish()
  .transform((text) => text?.trim() || null);

/** Entra sends `"True"` and `"False"`. */
export const ScimBoolean = z.preprocess((value) => {
  const text = typeof value === "string" ? value.toLowerCase() : value;
  return text === "true" || text === "false" ? text === "true" : value;
}, z.boolean());

const Email = z.object({
  value: z.string().trim().min(1).max(320),
  type: z.string().max(50).nullish(),
  primary: ScimBoolean.nullish(),
});

/** The attributes of a user that the gateway stores; it ignores all others. */
export const ScimUser = z.object({
  userName: z.string().trim().min(1, "userName is required").max(320),
  externalId: Text,
  active: ScimBoolean.nullish().transform((active) => active ?? true),
  displayName: Text,
  name: z
    .object({ formatted: Text, givenName: Text, familyName: Text })
    .nullish()
    .transform((name) => name ?? { formatted: null, givenName: null, familyName: null }),
  emails: z
    .array(Email)
    .max(20)
    .nullish()
    .transform((emails) => emails ?? []),
});

const PatchOperation = z.object({
  op: z
    .string()
    .transform((op) => op.toLowerCase())
    .pipe(z.enum(["add", "replace", "remove"])),
  path: z.string().max(1000).nullish(),
  value: z.unknown().optional(),
});

export const ScimPatch = z.object({ Operations: z.array(PatchOperation).min(1).max(1000) });

export type ScimUserInput = z.output<typeof ScimUser>;
export type ScimOperation = z.output<typeof PatchOperation>;

const ERRORS = [400, 401, 403, 404, 405, 409, 413, 429, 500] as const;

const shared = { resource: "scim", roles: "administrators", access: "scim", errors: ERRORS } as const;

export const listScimUsers = endpoint({
  ...shared,
  id: "listScimUsers",
  method: "GET",
  path: "/scim/v2/Users",
  summary: "List provisioned users",
  query: ListQuery,
});

export const createScimUser = endpoint({
  ...shared,
  id: "createScimUser",
  method: "POST",
  path: "/scim/v2/Users",
  summary: "Provision a user",
  query: Attributes,
  body: ScimUser,
});

export const getScimUser = endpoint({
  ...shared,
  id: "getScimUser",
  method: "GET",
  path: "/scim/v2/Users/{id}",
  summary: "Get a provisioned user",
  params: Id,
  query: Attributes,
});

export const replaceScimUser = endpoint({
  ...shared,
  id: "replaceScimUser",
  method: "PUT",
  path: "/scim/v2/Users/{id}",
  summary: "Replace a provisioned user",
  params: Id,
  query: Attributes,
  body: ScimUser,
});

export const patchScimUser = endpoint({
  ...shared,
  id: "patchScimUser",
  method: "PATCH",
  path: "/scim/v2/Users/{id}",
  summary: "Change a provisioned user",
  params: Id,
  query: Attributes,
  body: ScimPatch,
});

export const deleteScimUser = endpoint({
  ...shared,
  id: "deleteScimUser",
  method: "DELETE",
  path: "/scim/v2/Users/{id}",
  summary: "Deprovision a user",
  params: Id,
});

const discovery = {
  resource: "scim",
  method: "GET",
  roles: "everyone",
  access: "public",
  errors: [404, 405, 500],
} as const;
const Name = z.object({ name: z.string().max(200) });

export const getScimServiceProviderConfig = endpoint({
  ...discovery,
  id: "getScimServiceProviderConfig",
  path: "/scim/v2/ServiceProviderConfig",
  summary: "Get the supported features of SCIM",
});

export const listScimResourceTypes = endpoint({
  ...discovery,
  id: "listScimResourceTypes",
  path: "/scim/v2/ResourceTypes",
  summary: "List the resource types of SCIM",
});

export const getScimResourceType = endpoint({
  ...discovery,
  id: "getScimResourceType",
  path: "/scim/v2/ResourceTypes/{name}",
  summary: "Get a resource type of SCIM",
  params: Name,
});

export const listScimSchemas = endpoint({
  ...discovery,
  id: "listScimSchemas",
  path: "/scim/v2/Schemas",
  summary: "List the schemas of SCIM",
});

export const getScimSchema = endpoint({
  ...discovery,
  id: "getScimSchema",
  path: "/scim/v2/Schemas/{name}",
  summary: "Get a schema of SCIM",
  params: Name,
});

/** The endpoints of the protocol, which are not part of the API at /api/v1. */
export const scimEndpoints: readonly Endpoint[] = [
  listScimUsers,
  createScimUser,
  getScimUser,
  replaceScimUser,
  patchScimUser,
  deleteScimUser,
  getScimServiceProviderConfig,
  listScimResourceTypes,
  getScimResourceType,
  listScimSchemas,
  getScimSchema,
];
