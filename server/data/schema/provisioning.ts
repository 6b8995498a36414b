import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { member, organization, user } from "./accounts.ts";
import { workspace } from "./workspaces.ts";

const organizationId = uuid("organization_id")
  .notNull()
  .references(() => organization.id, { onDelete: "cascade" });
const createdAt = timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
const updatedAt = timestamp("updated_at", { withTimezone: true }).notNull().defaultNow();

/** A token with which a directory provisions an organization's users and groups. */
export const scimToken = pgTable(
  "scim_token",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId,
    name: text("name").notNull(),
    /** SHA-256 of the token, hex; the token itself is never stored. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Masked form. */
    label: text("label").notNull(),
    /** An owner created it, so that it may change owners. */
    mayChangeOwners: boolean("may_change_owners").notNull().default(false),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
    createdAt,
  },
  (table) => [index("scim_token_organization").on(table.organizationId)],
);

export type ScimEmail = { value: string; type?: string; primary?: boolean };

/** What a directory says about a member; its id is the user's. */
export const scimUser = pgTable(
  "scim_user",
  {
    memberId: uuid("member_id")
      .primaryKey()
      .references(() => member.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .unique()
      .references(() => user.id, { onDelete: "cascade" }),
    organizationId,
    userName: text("user_name").notNull(),
    externalId: text("external_id"),
    formattedName: text("formatted_name"),
    givenName: text("given_name"),
    familyName: text("family_name"),
    displayName: text("display_name"),
    emails: jsonb("emails").$type<ScimEmail[]>().notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [
    uniqueIndex("scim_user_name").on(table.organizationId, sql`lower(${table.userName})`),
    index("scim_user_external").on(table.organizationId, table.externalId),
  ],
);

export const scimGroup = pgTable(
  "scim_group",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId,
    displayName: text("display_name").notNull(),
    externalId: text("external_id"),
    createdAt,
    updatedAt,
  },
  (table) => [uniqueIndex("scim_group_name").on(table.organizationId, sql`lower(${table.displayName})`)],
);

export const scimGroupMember = pgTable(
  "scim_group_member",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => scimGroup.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => scimUser.userId, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index("scim_group_member_user").on(table.userId)],
);

/** Gives the members of a directory group a role, a workspace, or both. */
export const groupMapping = pgTable(
  "group_mapping",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId,
    /** A SCIM group's name or external id, or a value of the `groups` claim. */
    group: text("group").notNull(),
    /** `admin` or `member`; null gives only the workspace. */
    role: text("role"),
    /** Null gives only the role; also once the workspace is deleted, which takes no role away. */
    workspaceId: uuid("workspace_id").references(() => workspace.id, { onDelete: "set null" }),
    createdAt,
    updatedAt,
  },
  (table) => [uniqueIndex("group_mapping_once").on(table.organizationId, table.group, table.workspaceId)],
);
