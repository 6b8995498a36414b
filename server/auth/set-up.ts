import { ensureFirstOrganization, hasOwner, insertOwner, type OrganizationRecord } from "#server/data/accounts.ts";
import type { Database, Queries } from "#server/data/database.ts";
import { deleteSetting, readSetting, writeSetting } from "#server/data/settings.ts";
import { ensureDefaultWorkspace, type WorkspaceRecord } from "#server/data/workspaces.ts";
import { HttpError } from "#server/errors.ts";
import type { RecordOf } from "./accounts/account-changes.ts";
import { hashLinkToken, newLinkToken } from "./link-token.ts";

const TOKEN_SETTING = "set_up_token_sha256";

/** Creates the organization and its default workspace at the first start. */
export async function ensureOrganization({
  queries,
}: Pick<Database, "queries">): Promise<{ organization: OrganizationRecord; workspace: WorkspaceRecord }> {
  const organization = await ensureFirstOrganization(queries);
  return { organization, workspace: await ensureDefaultWorkspace(queries, organization.id) };
}

/**
 * Returns the one-time link that creates the owner's account, for whoever reads the start's output; undefined once
 * there is an owner, and while the database does not respond. Each start makes a new token, which invalidates the
 * previous one; only its SHA-256 is stored.
 */
export async function setUpLink(
  { queries, gate }: Pick<Database, "queries" | "gate">,
  address: string,
): Promise<string | undefined> {
  if (gate.shutSinceMs() !== undefined) return undefined;
  if (await hasOwner(queries)) {
    await deleteSetting(queries, TOKEN_SETTING);
    return undefined;
  }
  const { token, tokenHash } = newLinkToken();
  await writeSetting(queries, TOKEN_SETTING, tokenHash);
  return `${address}/setup?token=${token}`;
}

export type OwnerInput = { token: string; name: string; email: string; password: string };

/**
 * Creates the owner's account and passes its id to `record`. Throws 409 once an owner exists and 403 for a wrong or
 * used token. Of two simultaneous requests with the right token, one succeeds.
 */
export async function createOwner(
  database: Database,
  { token, name, email, password }: OwnerInput,
  hashPassword: (password: string) => Promise<string>,
  record: RecordOf<string>,
): Promise<void> {
  await rejectSetUp(database.queries, token);
  const { organization } = await ensureOrganization(database);
  const owner = { organizationId: organization.id, name, email, passwordHash: await hashPassword(password) };
  const userId = await database.queries.transaction(async (queries) => {
    const userId = await insertOwner(queries, owner, TOKEN_SETTING, hashLinkToken(token));
    if (userId) await record(queries, userId);
    return userId;
  });
  // Another request used the token while the password was being hashed.
  if (!userId) await rejectSetUp(database.queries, token);
}

// Runs before the password is hashed, which takes a tenth of a second of CPU that a guess should not cost us.
async function rejectSetUp(queries: Queries, token: string): Promise<void> {
  if (await hasOwner(queries)) throw new HttpError(409, "Switchboard is already set up; sign in instead");
  if ((await readSetting(queries, TOKEN_SETTING)) === hashLinkToken(token)) return;
  throw new HttpError(
    403,
    "This setup link is not valid. Open the link that Switchboard printed when it last started, or restart it to get a new one.",
  );
}
