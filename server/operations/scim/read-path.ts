import type { Filter } from "scim2-parse-filter";
import { parseFilter } from "./read-filter.ts";
import { scimError } from "./scim-error.ts";

/** The target of a PATCH operation: an attribute, a filter on its values, and a sub-attribute, in lower case. */
export type PatchPath = { attribute: string; filter?: Filter | undefined; sub?: string | undefined };

const PATH =
  /^(?:urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):)?([a-z$][\w$-]*)(?:\[(.+)\])?(?:\.([a-z$][\w$-]*))?$/is;

/**
 * Parses the path of a PATCH operation (RFC 7644, section 3.5.2). Returns undefined for an attribute of an extension,
 * which the gateway does not store. Throws 400 with `invalidPath` or `invalidFilter`.
 */
export function readPath(text: string): PatchPath | undefined {
  const [, attribute, filter, sub] = PATH.exec(text.trim()) ?? [];
  if (attribute !== undefined)
    return {
      attribute: attribute.toLowerCase(),
      filter: filter === undefined ? undefined : parseFilter(filter),
      sub: sub?.toLowerCase(),
    };
  if (/^urn:[\w:.-]+$/i.test(text.trim())) return undefined;
  throw scimError("invalidPath", "The path of a PATCH operation is not valid");
}
