import type { CallerRequest } from "#server/caller/caller-request.ts";
import type { Queries } from "#server/data/database.ts";
import type { Gate } from "#server/data/guarded-pool.ts";
import { databaseUnavailable, isDatabaseUnavailable } from "#server/errors.ts";
import { missingSecondFactor } from "../missing-second-factor.ts";
import type { ChangeByLibrary } from "./account-changes.ts";
import type { Accounts, CurrentUser } from "./accounts.ts";
import { findSessionCookie, findWrittenCookie, libraryHeaders } from "./accounts-cookie.ts";
import type { Directories } from "./accounts-directory.ts";
import { rethrowRefusal } from "./accounts-refusal.ts";
import type { Sessions } from "./accounts-sessions.ts";
import type { Library } from "./better-auth.ts";

export type SignInParts = {
  library: Library;
  changeByLibrary: ChangeByLibrary;
  sessions: Sessions;
  directories: Directories;
  queries: Queries;
  gate: Gate;
  baseUrl: string | undefined;
};

/** Creates the operations for signing in, signing out and reading the current user, using the accounts library. */
export function createSignIn(parts: SignInParts): Pick<Accounts, "current" | "signIn" | "signOut"> {
  const { library, sessions, directories, queries, gate, baseUrl } = parts;

  /** Returns the user of a session that this process has checked before, while the database does not respond. */
  async function findRememberedUser(request: CallerRequest): Promise<CurrentUser | undefined> {
    const session = await sessions.find(request);
    if (!session) return undefined;
    const directory = await directories.read();
    const membership = directory.membership(session.userId);
    if (!membership || (membership.organization.requiresSecondFactor && !session.hasSecondFactor))
      throw databaseUnavailable();
    const workspaces = directory.visible(session.userId);
    return { ...membership, user: session.user, workspaces, secondFactorStep: null, cookie: undefined };
  }

  return {
    async current(request) {
      const headers = libraryHeaders(request, "");
      const reading = gate.unlessShut(() => library.api.getSession({ headers, returnHeaders: true }));
      const read = await reading.catch((error) => {
        if (isDatabaseUnavailable(error)) return undefined;
        throw error;
      });
      if (!read) return findRememberedUser(request);
      const { response, headers: written } = read;
      const directory = await directories.read();
      const membership = response && directory.membership(response.user.id);
      if (!membership) return undefined;
      const { id, name, email } = response.user;
      const cookie = findSessionCookie(written, request, baseUrl);
      const isMissing = membership.organization.requiresSecondFactor && !response.session.secondFactorAt;
      const secondFactorStep = isMissing ? await missingSecondFactor(queries, id) : null;
      const workspaces = secondFactorStep ? [] : directory.visible(id);
      return { ...membership, user: { id, name, email }, workspaces, secondFactorStep, cookie };
    },
    async signIn(request, address, credentials) {
      const { response, headers } = await library.api
        .signInEmail({ body: credentials, headers: libraryHeaders(request, address), returnHeaders: true })
        .catch(rethrowRefusal);
      if (!response.user) {
        return { user: undefined, cookie: findWrittenCookie("two_factor", headers, request, baseUrl) as string };
      }
      const { id, name, email } = response.user;
      return { user: { id, name, email }, cookie: findSessionCookie(headers, request, baseUrl) as string };
    },
    async signOut(request) {
      const { headers } = await library.api.signOut({ headers: libraryHeaders(request, ""), returnHeaders: true });
      sessions.clear();
      return findSessionCookie(headers, request, baseUrl);
    },
  };
}
