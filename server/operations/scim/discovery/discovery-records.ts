import { SCIM_GROUP, SCIM_USER } from "#lib/contract/scim-protocol.ts";
import type { Resource } from "../scim-response.ts";
import { SCHEMAS } from "./schemas.ts";

const CORE = "urn:ietf:params:scim:schemas:core:2.0";

/** Returns the schemas as resources. */
export function schemaResources(root: string): Resource[] {
  return SCHEMAS.map((schema) => ({
    schemas: [`${CORE}:Schema`],
    ...schema,
    meta: { resourceType: "Schema", location: `${root}/Schemas/${schema.id}` },
  }));
}

/** Returns the resource types as resources. */
export function resourceTypes(root: string): Resource[] {
  const types = [
    { name: "User", endpoint: "/Users", schema: SCIM_USER },
    { name: "Group", endpoint: "/Groups", schema: SCIM_GROUP },
  ];
  return types.map((type) => ({
    schemas: [`${CORE}:ResourceType`],
    id: type.name,
    ...type,
    meta: { resourceType: "ResourceType", location: `${root}/ResourceTypes/${type.name}` },
  }));
}
