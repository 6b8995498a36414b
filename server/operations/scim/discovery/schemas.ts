import { SCIM_GROUP, SCIM_USER } from "#lib/contract/scim-protocol.ts";

type Attribute = Record<string, unknown> & { name: string; subAttributes?: Attribute[] };

/** Declares an attribute (RFC 7643, section 7): an optional text, unless `more` says otherwise. */
function attribute(name: string, description: string, more: Record<string, unknown> = {}): Attribute {
  return {
    name,
    type: "string",
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...more,
  };
}

const READ_ONLY = { mutability: "readOnly" };

function complex(name: string, description: string, subAttributes: Attribute[], more: Record<string, unknown> = {}) {
  const { caseExact: _, uniqueness: __, ...common } = attribute(name, description, { type: "complex", ...more });
  return { ...common, subAttributes };
}

const EXTERNAL_ID = attribute("externalId", "The directory's own identifier", { caseExact: true });

const USER: Attribute[] = [
  attribute("userName", "The directory's name for the user, usually an email address", {
    required: true,
    uniqueness: "server",
  }),
  EXTERNAL_ID,
  complex("name", "The user's name", [
    attribute("formatted", "The whole name"),
    attribute("givenName", "The first name"),
    attribute("familyName", "The last name"),
  ]),
  attribute("displayName", "The name that the console shows"),
  {
    ...attribute("active", "Whether the user can sign in and their API keys work"),
    type: "boolean",
  },
  complex(
    "emails",
    "Email addresses; the account has the primary one",
    [
      attribute("value", "The address"),
      attribute("type", "The kind of address, e.g. work"),
      { ...attribute("primary", "Whether it is the primary address"), type: "boolean" },
    ],
    { multiValued: true },
  ) as Attribute,
  complex(
    "groups",
    "The groups the user belongs to",
    [
      attribute("value", "The group's id", READ_ONLY),
      { ...attribute("$ref", "The group's address", READ_ONLY), type: "reference", referenceTypes: ["Group"] },
      attribute("display", "The group's name", READ_ONLY),
      attribute("type", "How the user belongs to the group", READ_ONLY),
    ],
    { multiValued: true, ...READ_ONLY },
  ) as Attribute,
];

const GROUP: Attribute[] = [
  attribute("displayName", "The group's name", { required: true, uniqueness: "server" }),
  EXTERNAL_ID,
  complex(
    "members",
    "The users of the group",
    [
      attribute("value", "The user's id", { mutability: "immutable" }),
      {
        ...attribute("$ref", "The user's address", { mutability: "immutable" }),
        type: "reference",
        referenceTypes: ["User"],
      },
      attribute("display", "The user's name", READ_ONLY),
      attribute("type", "The kind of member: User", { mutability: "immutable" }),
    ],
    { multiValued: true },
  ) as Attribute,
];

/** The schemas of users and groups: only what the gateway stores. */
export const SCHEMAS = [
  { id: SCIM_USER, name: "User", description: "A member of the organization", attributes: USER },
  { id: SCIM_GROUP, name: "Group", description: "A group of a directory", attributes: GROUP },
];
