import type { Principal } from "#server/caller/principal.ts";
import type { Database } from "#server/data/database.ts";
import { loadNow, type Recall } from "#server/data/recall.ts";
import { HttpError } from "#server/errors.ts";
import { sessionSecretOf } from "#server/security/secret.ts";
import { missingSecondFactor } from "../missing-second-factor.ts";
import { createOwner } from "../set-up.ts";
import { createChangeByLibrary } from "./account-changes.ts";
import type { Accounts, SignedIn } from "./accounts.ts";
import { createDirectories, type Directory, pickWorkspace } from "./accounts-directory.ts";
import { createInvitations } from "./accounts-invitations.ts";
import { createOwnSessions } from "./accounts-own-sessions.ts";
import { createPasskeys } from "./accounts-passkeys.ts";
import { createResets } from "./accounts-resets.ts";
import { createSecondFactor } from "./accounts-second-factor.ts";
import { type CheckedSession, createSessions } from "./accounts-sessions.ts";
import { createSignIn } from "./accounts-sign-in.ts";
import { createSingleSignOn, singleSignOnVault } from "./accounts-single-sign-on.ts";
import { type LibraryOptions, openLibrary } from "./better-auth.ts";
export type AccountsOptions = Omit<LibraryOptions, "queries"> & {
  database: Database;
  now: () => number;
  recall?: Recall;
  /** Earlier secrets, with which providers' secrets may still be sealed. */
  formerSecrets?: readonly string[];
};

/**
 * Creates the accounts. `secret` is the installation's (`readSecret`); the key that signs sessions is derived from it.
 * `baseUrl` is PUBLIC_URL.
 */
export function createAccounts({
  database,
  secret,
  formerSecrets = [],
  baseUrl,
  recall = loadNow,
  now,
}: AccountsOptions): Accounts {
  const { queries } = database;
  const signingSecret = sessionSecretOf(secret);
  const libraryOptions = { secret: signingSecret, baseUrl };
  const library = openLibrary({ ...libraryOptions, queries });
  const sessions = createSessions(library, now, database.gate);
  const directories = createDirectories(queries, now, recall);
  const changeByLibrary = createChangeByLibrary(database, libraryOptions);
  const parts = { library, changeByLibrary, sessions, directories, queries, gate: database.gate, now, baseUrl };
  const signIn = createSignIn(parts);
  const vault = singleSignOnVault([secret, ...formerSecrets]);
  const shared = { queries, database, directories, baseUrl, now, secret: signingSecret };
  return {
    ...signIn,
    ...createSecondFactor(parts),
    ...createPasskeys(parts),
    ...createInvitations({ ...parts, database, signIn: signIn.signIn }),
    ...createResets({ ...parts, database }),
    ...createSingleSignOn(shared, vault),
    sealSingleSignOn: vault.seal,
    singleSignOn: async () => (await directories.read()).singleSignOn,
    ...createOwnSessions(queries, sessions, now),
    async principal(request) {
      const remembered = await sessions.find(request);
      if (!remembered) return undefined;
      const directory = await directories.read();
      const isRequired = directory.membership(remembered.userId)?.organization.requiresSecondFactor ?? false;
      // Another process may have accepted the factor in the meantime.
      const isMissing = isRequired && !remembered.hasSecondFactor;
      const session = isMissing ? await sessions.findAgain(request) : remembered;
      const principal = session && principalOf(directory, session, request.headers.get("x-switchboard-workspace"));
      if (!principal || !isRequired || session.hasSecondFactor) return principal;
      return { ...principal, secondFactorStep: await missingSecondFactor(queries, session.userId) };
    },
    async setUp(request, address, owner, record) {
      const { password } = await library.$context;
      await createOwner(database, owner, password.hash, record);
      await directories.refresh();
      const credentials = { email: owner.email, password: owner.password };
      return (await signIn.signIn(request, address, credentials)) as SignedIn;
    },
    setUpNeeded: async () => !(await directories.read()).owned,
    workspace: async (organizationId, idOrSlug) => (await directories.read()).workspace(organizationId, idOrSlug),
    workspaceNow: (workspaceId) => directories.latest()?.byId(workspaceId),
    requiresSecondFactor: async (userId) =>
      (await directories.read()).membership(userId)?.organization.requiresSecondFactor ?? false,
    sees: (userId, workspaceId) =>
      userId !== null &&
      (directories
        .latest()
        ?.visible(userId)
        .some(({ id }) => id === workspaceId) ??
        false),
    async member(userId, workspaceId) {
      const directory = await directories.read();
      const membership = directory.membership(userId);
      if (!membership || !directory.visible(userId).some(({ id }) => id === workspaceId)) return undefined;
      const { organization, role } = membership;
      return { workspaceId, organizationId: organization.id, userId, management: role !== "member", role };
    },
    async refresh() {
      sessions.expire();
      await directories.refresh();
    },
  };
}

function principalOf(
  directory: Directory,
  { userId, signedInAtMs, hasSecondFactor }: CheckedSession,
  wanted: string | null,
): Principal | undefined {
  const membership = directory.membership(userId);
  if (!membership) return undefined;
  const workspace = pickWorkspace(directory.visible(userId), wanted ?? undefined);
  if (!workspace) throw new HttpError(404, "Workspace not found");
  const { organization, role } = membership;
  return {
    workspaceId: workspace.id,
    organizationId: organization.id,
    userId,
    management: role !== "member",
    role,
    signedInAtMs,
    hasSecondFactor,
  };
}
