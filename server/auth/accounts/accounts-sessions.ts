import type { CallerRequest } from "#server/caller/caller-request.ts";
import type { Gate } from "#server/data/guarded-pool.ts";
import { isDatabaseUnavailable } from "#server/errors.ts";
import type { SignedInUser } from "./accounts.ts";
import { readSessionCookie } from "./accounts-cookie.ts";
import type { Library } from "./better-auth.ts";

export type CheckedSession = {
  id: string;
  userId: string;
  user: SignedInUser;
  signedInAtMs: number;
  /** The user has proved a second factor in this session. */
  hasSecondFactor: boolean;
};

export type Sessions = {
  /** Finds the live session of a request's cookie. */
  find(request: CallerRequest): Promise<CheckedSession | undefined>;
  /** The same, read from the database now. */
  findAgain(request: CallerRequest): Promise<CheckedSession | undefined>;
  /** Clears the remembered sessions, so that an ended session ends at once. */
  clear(): void;
  /** Makes each session be read again when it is next used, because another process may have ended it. */
  expire(): void;
};

type Remembered = CheckedSession & { untilMs: number; expiresAtMs: number };

const REMEMBER_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/**
 * Remembers sessions for thirty seconds by their whole signed cookie: a known cookie needs neither a signature check
 * nor a query. A session that another process ended stays valid here for up to that long. While the database does not
 * respond, a remembered session stays valid until it expires.
 */
export function createSessions(library: Library, now: () => number, gate: Gate): Sessions {
  const remembered = new Map<string, Remembered>();
  let clearings = 0;
  let expirations = 0;
  const read = async (cookie: string, request: CallerRequest) => {
    const before = clearings;
    const expiredBefore = expirations;
    const found = await gate.unlessShut(() => lookUp(library, request, now()));
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    // A result read before a session ended is out of date.
    if (!found || before !== clearings) remembered.delete(cookie);
    else remembered.set(cookie, expiredBefore === expirations ? found : { ...found, untilMs: 0 });
    return found;
  };
  return {
    async find(request) {
      const cookie = readSessionCookie(request);
      if (!cookie) return undefined;
      const known = remembered.get(cookie);
      if (known && known.untilMs > now()) return known;
      try {
        return await read(cookie, request);
      } catch (error) {
        if (known && known.expiresAtMs > now() && isDatabaseUnavailable(error)) return known;
        throw error;
      }
    },
    async findAgain(request) {
      const cookie = readSessionCookie(request);
      return cookie ? read(cookie, request) : undefined;
    },
    clear() {
      clearings += 1;
      remembered.clear();
    },
    expire() {
      expirations += 1;
      for (const known of remembered.values()) known.untilMs = 0;
    },
  };
}

async function lookUp(library: Library, request: CallerRequest, nowMs: number): Promise<Remembered | undefined> {
  const headers = new Headers({ cookie: request.headers.get("cookie") ?? "" });
  const found = await library.api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return undefined;
  const { id, userId, createdAt, expiresAt, secondFactorAt } = found.session;
  const { name, email } = found.user;
  return {
    id,
    userId,
    user: { id: userId, name, email },
    signedInAtMs: createdAt.getTime(),
    hasSecondFactor: Boolean(secondFactorAt),
    untilMs: Math.min(expiresAt.getTime(), nowMs + REMEMBER_MS),
    expiresAtMs: expiresAt.getTime(),
  };
}
