import type { CallerRequest } from "#server/caller/caller-request.ts";
import { deleteUserSession, deleteUserSessions, listUserSessions } from "#server/data/accounts.ts";
import type { Queries } from "#server/data/database.ts";
import { HttpError } from "#server/errors.ts";
import type { Accounts } from "./accounts.ts";
import type { CheckedSession, Sessions } from "./accounts-sessions.ts";

type OwnSessions = Pick<Accounts, "sessions" | "revoke" | "revokeOthers" | "signOutEverywhere">;

/** Creates the operations with which users list and end their own sessions. */
export function createOwnSessions(queries: Queries, sessions: Sessions, now: () => number): OwnSessions {
  return {
    async sessions(request) {
      const { id, userId } = await requireSession(sessions, request);
      const listed = await listUserSessions(queries, userId, new Date(now()));
      return listed.map((session) => ({ ...session, current: session.id === id }));
    },
    async revoke(request, sessionId) {
      const { userId } = await requireSession(sessions, request);
      const ended = await deleteUserSession(queries, userId, sessionId);
      sessions.clear();
      if (!ended) throw new HttpError(404, "Session not found");
    },
    async revokeOthers(request) {
      const { id, userId } = await requireSession(sessions, request);
      const count = await deleteUserSessions(queries, userId, id);
      sessions.clear();
      return count;
    },
    async signOutEverywhere(userId) {
      const count = await deleteUserSessions(queries, userId);
      sessions.clear();
      return count;
    },
  };
}

/** Returns the session of a request; throws 401 if there is none. */
export async function requireSession(sessions: Sessions, request: CallerRequest): Promise<CheckedSession> {
  const session = await sessions.find(request);
  if (!session) throw new HttpError(401, "Your session has ended; sign in again");
  return session;
}
