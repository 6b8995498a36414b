import type { ScimUserInput } from "#lib/contract/scim-attributes.ts";
import { SCIM_USER } from "#lib/contract/scim-protocol.ts";
import type { ProvisionedUser, ScimUserValues } from "#server/data/scim-users.ts";
import { HttpError } from "#server/errors.ts";
import type { Resource } from "../scim-response.ts";

export type GroupOfUser = { id: string; displayName: string };

/** Converts a user to the SCIM resource. */
export function userResource(root: string, row: ProvisionedUser, groups: readonly GroupOfUser[]): Resource {
  const name = { formatted: row.formattedName, givenName: row.givenName, familyName: row.familyName };
  const hasName = Object.values(name).some((part) => part !== null);
  return {
    schemas: [SCIM_USER],
    id: row.userId,
    ...withoutNulls({ externalId: row.externalId }),
    userName: row.userName,
    ...(hasName && { name: withoutNulls(name) }),
    ...withoutNulls({ displayName: row.displayName }),
    active: row.isActive,
    emails: row.emails,
    groups: groups.map(({ id, displayName }) => ({
      value: id,
      display: displayName,
      type: "direct",
      $ref: `${root}/Groups/${id}`,
    })),
    meta: {
      resourceType: "User",
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: `${root}/Users/${row.userId}`,
    },
  };
}

function withoutNulls(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Converts what a directory sends to what is stored of it. */
export function valuesOf({ userName, externalId, displayName, name, emails }: ScimUserInput): ScimUserValues {
  return {
    userName,
    externalId,
    displayName,
    formattedName: name.formatted,
    givenName: name.givenName,
    familyName: name.familyName,
    emails: emails.map(({ value, type, primary }) => ({
      value,
      ...(type && { type }),
      ...(primary != null && { primary }),
    })),
  };
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/**
 * Returns the name and the email address of the account: the primary address, else the work address, else the first
 * one, else a user name that is an address. Throws 400 without an address.
 */
export function accountOf({ userName, displayName, name, emails }: ScimUserInput): { name: string; email: string } {
  const chosen = emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === "work") ?? emails[0];
  const email = (chosen?.value ?? userName).toLowerCase();
  if (!ADDRESS.test(email)) throw new HttpError(400, "emails: send an email address, or a userName that is one");
  const parts = [name.givenName, name.familyName].filter((part) => part !== null).join(" ");
  return { name: displayName || name.formatted || parts || userName, email };
}
