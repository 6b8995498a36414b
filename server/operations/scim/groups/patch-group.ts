import type { Filter } from "scim2-parse-filter";
import { z } from "zod";
import { SCIM_MEMBERS, type ScimOperation } from "#lib/contract/scim-attributes.ts";
import { isRecord } from "#lib/is-record.ts";
import { HttpError } from "#server/errors.ts";
import { type PatchPath, readPath } from "../read-path.ts";
import { scimError } from "../scim-error.ts";

/** A change of a group: its name, its external id, or its members. */
export type GroupChange =
  | { kind: "name"; displayName: string }
  | { kind: "externalId"; externalId: string | null }
  | { kind: "add" | "remove" | "set"; userIds: string[] };

/** Returns the changes of PATCH operations (RFC 7644, section 3.5.2), also in the forms of Entra ID and Okta. */
export function groupChanges(operations: readonly ScimOperation[]): GroupChange[] {
  return operations.flatMap(({ op, path, value }) => {
    if (path) return changesOf(op, readPath(path), value);
    if (op === "remove") throw scimError("noTarget", "A remove operation needs a path");
    // Some directories send only the list of members.
    if (Array.isArray(value)) return changesOf(op, { attribute: "members" }, value);
    if (!isRecord(value)) throw scimError("invalidSyntax", "An operation without a path needs an object as its value");
    return Object.entries(value).flatMap(([name, part]) =>
      // Okta repeats the group's id.
      name === "id" || name === "schemas" ? [] : changesOf(op, readPath(name), part),
    );
  });
}

function changesOf(op: ScimOperation["op"], target: PatchPath | undefined, value: unknown): GroupChange[] {
  if (target?.attribute === "displayname") return [{ kind: "name", displayName: nameOf(op, value) }];
  if (target?.attribute === "externalid") {
    const externalId = op === "remove" || value === null ? null : textOf(value, "externalId");
    return [{ kind: "externalId", externalId }];
  }
  return target?.attribute === "members" ? [memberChange(op, target, value)] : [];
}

function memberChange(op: ScimOperation["op"], { filter, sub }: PatchPath, value: unknown): GroupChange {
  if (filter) {
    if (op !== "remove") throw scimError("invalidPath", "members: only remove accepts a filter");
    return { kind: "remove", userIds: namedIn(filter) };
  }
  if (sub && sub !== "value") throw scimError("invalidPath", "members: only whole members can be changed");
  // Without a value, all members are removed.
  if (op === "remove") return value == null ? { kind: "set", userIds: [] } : { kind: "remove", userIds: idsOf(value) };
  return { kind: op === "add" ? "add" : "set", userIds: idsOf(value) };
}

/** Returns the ids in a filter such as `value eq "…"`. */
function namedIn(filter: Filter): string[] {
  if (filter.op === "or" && "filters" in filter) return filter.filters.flatMap(namedIn);
  if (filter.op === "eq" && "compValue" in filter && filter.attrPath.toLowerCase() === "value")
    return idsOf(filter.compValue);
  throw scimError("invalidFilter", 'members: filter by value, as in members[value eq "id"]');
}

function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > SCIM_MEMBERS) throw scimError("tooMany", `A request may name at most ${SCIM_MEMBERS} members`);
  const ids = list.map((one) =>
    z
      .uuid()
      .safeParse(isRecord(one) ? one.value : one)
      .data?.toLowerCase(),
  );
  if (ids.every((id) => id !== undefined)) return [...new Set(ids)];
  throw new HttpError(400, "members: send objects whose value is a user's id");
}

function nameOf(op: ScimOperation["op"], value: unknown): string {
  if (op === "remove") throw new HttpError(400, "displayName is required");
  return textOf(value, "displayName");
}

function textOf(value: unknown, what: string): string {
  const text = typeof value === "string" ? value.trim() : "";
  if (text !== "" && text.length <= 500) return text;
  throw new HttpError(400, `${what}: send a text of 1 to 500 characters`);
}
