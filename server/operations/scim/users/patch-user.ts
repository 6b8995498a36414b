import { type Filter, filter as matcherOf } from "scim2-parse-filter";
import { type ScimOperation, ScimUser, type ScimUserInput } from "#lib/contract/scim-attributes.ts";
import { isRecord } from "#lib/is-record.ts";
import type { ProvisionedUser } from "#server/data/scim-users.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { type PatchPath, readPath } from "../read-path.ts";
import { scimError } from "../scim-error.ts";

type Email = { value?: unknown; type?: unknown; primary?: unknown };
type Document = { active: unknown; emails: Email[]; name: Record<string, unknown> } & Record<string, unknown>;

/** Names of attributes in lower case, which SCIM allows, and as the gateway writes them. */
const TEXTS: Record<string, string> = { username: "userName", externalid: "externalId", displayname: "displayName" };
const NAME_PARTS: Record<string, string> = {
  formatted: "formatted",
  givenname: "givenName",
  familyname: "familyName",
};

/**
 * Returns a user after PATCH operations (RFC 7644, section 3.5.2), also in the forms that Entra ID and Okta send:
 * operations without a path, with dotted names in their value, and values as texts or in a list. Attributes that the
 * gateway does not store are ignored.
 */
export function patchUser(row: ProvisionedUser, operations: readonly ScimOperation[]): ScimUserInput {
  const document: Document = {
    userName: row.userName,
    externalId: row.externalId,
    displayName: row.displayName,
    active: row.isActive,
    name: { formatted: row.formattedName, givenName: row.givenName, familyName: row.familyName },
    emails: row.emails.map((email) => ({ ...email })),
  };
  for (const operation of operations) apply(document, operation);
  return parseInput(ScimUser, document, "user after the changes");
}

function apply(document: Document, { op, path, value }: ScimOperation): void {
  if (path) {
    const target = readPath(path);
    if (target) change(document, op, target, value);
    return;
  }
  if (op === "remove") throw scimError("noTarget", "A remove operation needs a path");
  if (!isRecord(value)) throw scimError("invalidSyntax", "An operation without a path needs an object as its value");
  for (const [name, part] of Object.entries(value)) {
    if (name.toLowerCase() === "schemas") continue;
    const target = readPath(name);
    if (target) change(document, op, target, part);
  }
}

function change(document: Document, op: ScimOperation["op"], target: PatchPath, value: unknown): void {
  const { attribute, sub } = target;
  const set = op === "remove" ? null : value;
  const text = TEXTS[attribute];
  if (text) document[text] = scalarOf(set);
  else if (attribute === "active") document.active = op === "remove" ? true : scalarOf(value);
  else if (attribute === "name") changeName(document.name, sub, set);
  else if (attribute === "emails") document.emails = changeEmails(document.emails, op, target, value);
}

/** Entra ID's older form wraps a text: `[{ "$ref": null, "value": "text" }]`. */
function scalarOf(value: unknown): unknown {
  const [only, ...others] = Array.isArray(value) ? value : [];
  return others.length === 0 && isRecord(only) && "value" in only ? only.value : value;
}

function changeName(name: Record<string, unknown>, sub: string | undefined, value: unknown): void {
  if (sub) {
    const part = NAME_PARTS[sub];
    if (part) name[part] = scalarOf(value);
  } else if (value === null) {
    for (const part of Object.values(NAME_PARTS)) name[part] = null;
  } else if (isRecord(value)) {
    for (const [key, text] of Object.entries(value)) changeName(name, key.toLowerCase(), text);
  } else throw scimError("invalidSyntax", "name: send an object");
}

function changeEmails(
  emails: readonly Email[],
  op: ScimOperation["op"],
  { filter, sub }: PatchPath,
  value: unknown,
): Email[] {
  if (filter || sub) return changeMatching(emails, op, { filter, sub }, value);
  if (op === "remove") return [];
  const sent = listOf(value);
  return op === "replace" ? sent : merge(emails, sent);
}

/** Changes the addresses that a filter matches. Adds an address for a filter that matches none, as Entra ID expects. */
function changeMatching(
  emails: readonly Email[],
  op: ScimOperation["op"],
  { filter, sub }: Pick<PatchPath, "filter" | "sub">,
  value: unknown,
): Email[] {
  const matches = filter ? matcherOf(filter) : () => true;
  if (op === "remove") {
    if (!sub || sub === "value") return emails.filter((email) => !matches(email));
    return emails.map((email) => (matches(email) ? { ...email, [sub]: undefined } : email));
  }
  const changes = sub ? { [sub]: scalarOf(value) } : listOf(value)[0];
  if (!emails.some((email) => matches(email))) return merge(emails, [{ ...impliedBy(filter), ...changes }]);
  const changed = emails.filter((email) => matches(email)).map((email) => ({ ...email, ...changes }));
  return merge(
    emails.filter((email) => !matches(email)),
    changed,
  );
}

/** Returns the fields of a new value that a filter such as `type eq "work"` would match. */
function impliedBy(filter: Filter | undefined): Email {
  if (!filter) return {};
  if (filter.op === "eq" && "compValue" in filter) return { [filter.attrPath.toLowerCase()]: filter.compValue };
  if (filter.op === "and" && "filters" in filter) return Object.assign({}, ...filter.filters.map(impliedBy));
  throw scimError("noTarget", "The filter of a PATCH operation matches no value");
}

/** Adds addresses; one that is already there is changed, and only the last primary one stays primary. */
function merge(emails: readonly Email[], added: readonly Email[]): Email[] {
  const byValue = new Map(emails.map((email) => [email.value, email]));
  for (const email of added) byValue.set(email.value, { ...byValue.get(email.value), ...email });
  const merged = [...byValue.values()];
  const primary = added.findLast((email) => isTrue(email.primary));
  return primary ? merged.map((one) => ({ ...one, primary: one.value === primary.value })) : merged;
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === "string" && value.toLowerCase() === "true");
}

/** Returns the addresses of a value: a list, one address, or only its text. */
function listOf(value: unknown): Email[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((one) => {
    if (typeof one === "string") return { value: one };
    if (isRecord(one)) return one;
    throw scimError("invalidSyntax", "emails: send a list of objects");
  });
}
