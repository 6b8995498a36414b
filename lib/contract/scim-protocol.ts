import { z } from "zod";
import { IdParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { ScimGroup, ScimPatch, ScimUser } from "./scim-attributes.ts";

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
  params: IdParams,
  query: Attributes,
});

export const replaceScimUser = endpoint({
  ...shared,
  id: "replaceScimUser",
  method: "PUT",
  path: "/scim/v2/Users/{id}",
  summary: "Replace a provisioned user",
  params: IdParams,
  query: Attributes,
  body: ScimUser,
});

export const patchScimUser = endpoint({
  ...shared,
  id: "patchScimUser",
  method: "PATCH",
  path: "/scim/v2/Users/{id}",
  summary: "Change a provisioned user",
  params: IdParams,
  query: Attributes,
  body: ScimPatch,
});

export const deleteScimUser = endpoint({
  ...shared,
  id: "deleteScimUser",
  method: "DELETE",
  path: "/scim/v2/Users/{id}",
  summary: "Deprovision a user",
  params: IdParams,
});

export const listScimGroups = endpoint({
  ...shared,
  id: "listScimGroups",
  method: "GET",
  path: "/scim/v2/Groups",
  summary: "List provisioned groups",
  query: ListQuery,
});

export const createScimGroup = endpoint({
  ...shared,
  id: "createScimGroup",
  method: "POST",
  path: "/scim/v2/Groups",
  summary: "Provision a group",
  query: Attributes,
  body: ScimGroup,
  largeBody: true,
});

export const getScimGroup = endpoint({
  ...shared,
  id: "getScimGroup",
  method: "GET",
  path: "/scim/v2/Groups/{id}",
  summary: "Get a provisioned group",
  params: IdParams,
  query: Attributes,
});

export const replaceScimGroup = endpoint({
  ...shared,
  id: "replaceScimGroup",
  method: "PUT",
  path: "/scim/v2/Groups/{id}",
  summary: "Replace a provisioned group",
  params: IdParams,
  query: Attributes,
  body: ScimGroup,
  largeBody: true,
});

export const patchScimGroup = endpoint({
  ...shared,
  id: "patchScimGroup",
  method: "PATCH",
  path: "/scim/v2/Groups/{id}",
  summary: "Change a provisioned group",
  params: IdParams,
  query: Attributes,
  body: ScimPatch,
  largeBody: true,
});

export const deleteScimGroup = endpoint({
  ...shared,
  id: "deleteScimGroup",
  method: "DELETE",
  path: "/scim/v2/Groups/{id}",
  summary: "Delete a provisioned group",
  params: IdParams,
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
