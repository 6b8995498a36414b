import { z } from "zod";
import { isRecord } from "#lib/is-record.ts";

// What directories send (RFC 7643, RFC 7644), as far as the gateway stores it; all else is ignored.

/** Declares an object whose attributes may be written in any case (RFC 7643, section 2.1). */
function attributes<T extends z.ZodRawShape>(shape: T) {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const rename = (value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [names.get(name.toLowerCase()) ?? name, one]))
      : value;
  return z.preprocess(rename, z.object(shape));
}

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

const Email = attributes({
  value: z.string().trim().min(1).max(320),
  type: z.string().max(50).nullish(),
  primary: ScimBoolean.nullish(),
});

/** The attributes of a user that the gateway stores; it ignores all others. */
export const ScimUser = attributes({
  userName: z.string().trim().min(1, "userName is required").max(320),
  externalId: Text,
  active: ScimBoolean.nullish().transform((active) => active ?? true),
  displayName: Text,
  name: attributes({ formatted: Text, givenName: Text, familyName: Text })
    .nullish()
    .transform((name) => name ?? { formatted: null, givenName: null, familyName: null }),
  emails: z
    .array(Email)
    .max(20)
    .nullish()
    .transform((emails) => emails ?? []),
});

const PatchOperation = attributes({
  op: z
    .string()
    .transform((op) => op.toLowerCase())
    .pipe(z.enum(["add", "replace", "remove"])),
  path: z.string().max(1000).nullish(),
  value: z.unknown().optional(),
});

export const ScimPatch = attributes({ Operations: z.array(PatchOperation).min(1).max(1000) });

const Member = attributes({ value: z.uuid() });

/** Most members that one request may name. */
export const SCIM_MEMBERS = 10_000;

/** The attributes of a group that the gateway stores. */
export const ScimGroup = attributes({
  displayName: z.string().trim().min(1, "displayName is required").max(500),
  externalId: Text,
  members: z
    .array(Member)
    .max(SCIM_MEMBERS)
    .nullish()
    .transform((members) => [...new Set((members ?? []).map(({ value }) => value.toLowerCase()))]),
});

export type ScimGroupInput = z.output<typeof ScimGroup>;
export type ScimUserInput = z.output<typeof ScimUser>;
export type ScimOperation = z.output<typeof PatchOperation>;
