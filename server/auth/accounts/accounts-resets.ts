import type { Database } from "#server/data/database.ts";
import { findPasswordReset, type OpenPasswordReset, takePasswordReset } from "#server/data/password-resets.ts";
import { HttpError } from "#server/errors.ts";
import { hashLinkToken } from "../link-token.ts";
import type { Accounts } from "./accounts.ts";
import type { SignInParts } from "./accounts-sign-in.ts";

type Parts = SignInParts & { database: Database; now: () => number };

/** Creates the operations that set a new password through a reset link. */
export function createResets(parts: Parts): Pick<Accounts, "passwordReset" | "resetPassword"> {
  const { library, sessions, database, now } = parts;
  const requireValid = (open: OpenPasswordReset | undefined): OpenPasswordReset => {
    if (open) return open;
    throw new HttpError(404, "This reset link is invalid, used, replaced or expired; ask for a new one");
  };
  return {
    passwordReset: async (token) =>
      requireValid(await findPasswordReset(database.queries, hashLinkToken(token), new Date(now()))),
    async resetPassword(token, password, record) {
      const { password: hashing } = await library.$context;
      const passwordHash = await hashing.hash(password);
      const reset = await database.queries.transaction(async (queries) => {
        const open = await takePasswordReset(queries, hashLinkToken(token), passwordHash, new Date(now()));
        if (open) await record(queries, open);
        return open;
      });
      sessions.clear();
      return requireValid(reset);
    },
  };
}
