import type { CallerRequest } from "#server/caller/caller-request.ts";
import type { Database } from "#server/data/database.ts";
import {
  acceptInvitation,
  findOpenInvitation,
  type NewAccount,
  type OpenInvitation,
} from "#server/data/invitations.ts";
import { HttpError } from "#server/errors.ts";
import { hashLinkToken } from "../link-token.ts";
import type { RecordOf } from "./account-changes.ts";
import type { Accounts, Joined, JoinedMember } from "./accounts.ts";
import type { SignInParts } from "./accounts-sign-in.ts";

type Parts = SignInParts & { database: Database; now: () => number; signIn: Accounts["signIn"] };

/** Creates the operations for joining an organization through an invitation link. */
export function createInvitations(parts: Parts): Pick<Accounts, "invitation" | "acceptInvitation"> {
  const { database, now } = parts;
  const find = async (token: string): Promise<OpenInvitation> => {
    const open = await findOpenInvitation(database.queries, hashLinkToken(token), new Date(now()));
    if (open) return open;
    throw new HttpError(404, "This invitation is invalid, used, revoked or expired; ask for a new one");
  };
  return {
    invitation: find,
    async acceptInvitation(request, address, { token, name, password }, record) {
      const open = await find(token);
      if (open.userId) return join(parts, request, open, record);
      if (!name || !password) throw new HttpError(400, "Invalid request: name, password: required for a new account");
      const { password: hashing } = await parts.library.$context;
      const account = { name, passwordHash: await hashing.hash(password) };
      const userId = await acceptOnce(database, open, account, record);
      if (!userId) await find(token);
      await parts.directories.refresh();
      const { cookie } = await parts.signIn(request, address, { email: open.email, password });
      return { user: { id: userId as string, name, email: open.email }, cookie };
    },
  };
}

/**
 * Accepts an invitation and writes its audit entry. Returns the user's id; undefined if another request has accepted
 * it.
 */
export function acceptOnce(
  database: Database,
  open: OpenInvitation,
  made: NewAccount | undefined,
  record: RecordOf<JoinedMember>,
): Promise<string | undefined> {
  return database.queries.transaction(async (queries) => {
    const userId = await acceptInvitation(queries, open, made);
    if (userId) await record(queries, { ...open, userId });
    return userId;
  });
}

/** Adds the account with this address to the organization. Its user must be signed in, by any method. */
async function join(
  { database, sessions, directories }: Parts,
  request: CallerRequest,
  open: OpenInvitation,
  record: RecordOf<JoinedMember>,
): Promise<Joined> {
  const { email } = open;
  const userId = open.userId as string;
  const session = await sessions.find(request);
  if (session?.userId !== userId) throw new HttpError(401, `Sign in as ${email}, then open the link again`);
  if ((await directories.refresh()).membership(userId)) {
    throw new HttpError(409, `${email} is already a member of an organization`);
  }
  const acceptedUserId = await acceptOnce(database, open, undefined, record);
  if (!acceptedUserId) throw new HttpError(404, "This invitation has already been used");
  await directories.refresh();
  return { user: { id: userId, name: open.userName ?? email, email }, cookie: undefined };
}
