import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

const createdAt = timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
const updatedAt = timestamp("updated_at", { withTimezone: true }).notNull().defaultNow();

// The accounts library owns these tables; property names follow its fields.

export const user = pgTable("user", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  createdAt,
  updatedAt,
});

export const session = pgTable("session", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** SHA-256 of the token in the cookie, hex. */
  token: text("token").notNull().unique(),
  userId: uuid("user_id")
    .notNull()
    .references(() => user.id, { onDelete: "cascade" }),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  activeOrganizationId: uuid("active_organization_id"),
  /** When the user proved a second factor or used a passkey; null for only a password or an identity provider. */
  secondFactorAt: timestamp("second_factor_at", { withTimezone: true }),
  createdAt,
  updatedAt,
});

export const account = pgTable("account", {
  id: uuid("id").primaryKey().defaultRandom(),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  userId: uuid("user_id")
    .notNull()
    .references(() => user.id, { onDelete: "cascade" }),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: timestamp("access_token_expires_at", { withTimezone: true }),
  refreshTokenExpiresAt: timestamp("refresh_token_expires_at", { withTimezone: true }),
  scope: text("scope"),
  password: text("password"),
  createdAt,
  updatedAt,
});

export const verification = pgTable("verification", {
  id: uuid("id").primaryKey().defaultRandom(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  createdAt,
  updatedAt,
});

export const organization = pgTable("organization", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  logo: text("logo"),
  metadata: text("metadata"),
  /** Members need an authenticator app or a passkey, however they sign in. */
  requiresSecondFactor: boolean("requires_second_factor").notNull().default(false),
  /** Email domains whose users join at their first single sign-on; null: none. */
  joinDomains: text("join_domains").array(),
  /** The role of users who join so: `admin` or `member`. */
  joinRole: text("join_role").notNull().default("member"),
  /** The workspace to which they are added, besides the default one. */
  joinWorkspaceId: uuid("join_workspace_id"),
  createdAt,
});

export const member = pgTable(
  "member",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** `owner`, `admin` or `member`: the higher of the role given by hand and the one of group mappings. */
    role: text("role").notNull().default("member"),
    /** The role given by hand, while a group mapping gives a higher one. */
    handRole: text("hand_role"),
    /** The groups that the identity provider named at the last sign-in. */
    claimedGroups: text("claimed_groups").array(),
    /** When the directory deactivated the member, who since then cannot sign in and whose keys are rejected. */
    deactivatedAt: timestamp("deactivated_at", { withTimezone: true }),
    createdAt,
  },
  (table) => [uniqueIndex("member_once").on(table.organizationId, table.userId)],
);

/** Invitations to an organization, by a link of whose token only the SHA-256 is stored. */
export const invitation = pgTable("invitation", {
  id: uuid("id").primaryKey().defaultRandom(),
  organizationId: uuid("organization_id")
    .notNull()
    .references(() => organization.id, { onDelete: "cascade" }),
  email: text("email").notNull(),
  role: text("role"),
  /** `pending`, `accepted` or `revoked`. */
  status: text("status").notNull().default("pending"),
  tokenHash: text("token_hash").unique(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  /** Null if a management key sent the invitation. */
  inviterId: uuid("inviter_id").references(() => user.id, { onDelete: "cascade" }),
  createdAt,
});

export const twoFactor = pgTable(
  "two_factor",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Sealed by the library, like the recovery codes. */
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** False until the first code proves that the app has the secret. */
    verified: boolean("verified").default(true),
    failedVerificationCount: integer("failed_verification_count").default(0),
    lockedUntil: timestamp("locked_until", { withTimezone: true }),
  },
  (table) => [index("two_factor_user").on(table.userId)],
);

export const passkey = pgTable(
  "passkey",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name"),
    publicKey: text("public_key").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    credentialID: text("credential_id").notNull().unique(),
    counter: integer("counter").notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    aaguid: text("aaguid"),
    createdAt: timestamp("created_at", { withTimezone: true }).defaultNow(),
  },
  (table) => [index("passkey_user").on(table.userId)],
);

/** The OpenID Connect provider with which an organization's members may sign in. */
export const singleSignOn = pgTable("single_sign_on", {
  organizationId: uuid("organization_id")
    .primaryKey()
    .references(() => organization.id, { onDelete: "cascade" }),
  /** Identifies the provider in addresses and accounts; changes with the issuer. */
  providerId: text("provider_id").notNull().unique(),
  issuer: text("issuer").notNull(),
  clientId: text("client_id").notNull(),
  sealedSecret: text("sealed_secret").notNull(),
  /** Asks for the scope `groups`, without which some providers send no groups; others reject it. */
  requestsGroups: boolean("requests_groups").notNull().default(false),
  /** Accepts an email address that the provider itself reports as unverified. */
  allowsUnverifiedEmail: boolean("allows_unverified_email").notNull().default(false),
  createdAt,
  updatedAt,
});
