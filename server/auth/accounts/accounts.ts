import type { SecondFactorStep } from "#lib/contract/endpoint.ts";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { SessionRecord } from "#server/data/accounts.ts";
import type { OpenInvitation } from "#server/data/invitations.ts";
import type { OpenPasswordReset } from "#server/data/password-resets.ts";
import type { WorkspaceRecord } from "#server/data/workspaces.ts";
import type { OwnerInput } from "../set-up.ts";
import type { RecordOf } from "./account-changes.ts";
import type { Membership } from "./accounts-directory.ts";

/** An accepted invitation, and the user who accepted it. */
export type JoinedMember = OpenInvitation & { userId: string };

export type SignedInUser = { id: string; name: string; email: string };

/** A signed-in user, and the Set-Cookie line that keeps them so. */
export type SignedIn = { user: SignedInUser; cookie: string };

/** A sign-in whose second step is still to come has no user yet; its cookie is for that step. */
export type FirstStep = { user: SignedInUser | undefined; cookie: string };

export type Joined = { user: SignedInUser; cookie: string | undefined };

/** What a browser needs for a passkey, and the cookie of that step. */
export type PasskeyStep = { options: Record<string, unknown>; cookie: string | undefined };

export type AddedPasskey = { id: string; name: string; createdAt: Date | null };

export type CurrentUser = Membership & {
  user: SignedInUser;
  /** None while a second factor is missing. */
  workspaces: WorkspaceRecord[];
  secondFactorStep: SecondFactorStep | null;
  cookie: string | undefined;
};

export type Credentials = { email: string; password: string };

/** Users, their sessions and what they belong to. `record` writes the audit entry of the change that it is given to. */
export type Accounts = {
  /**
   * The principal of a request's session cookie, for the workspace that `x-switchboard-workspace` names (UUID or slug)
   * or the default one. Throws 404 for a workspace that the user may not see.
   */
  principal(request: CallerRequest): Promise<Principal | undefined>;
  /** The user of a request's session cookie. Prolongs a session older than a day; `cookie` is then to be sent. */
  current(request: CallerRequest): Promise<CurrentUser | undefined>;
  /** Throws 401, the same for a wrong email and a wrong password. */
  signIn(request: CallerRequest, address: string, credentials: Credentials): Promise<FirstStep>;
  /** The second step: a code of the app, or a recovery code. Throws 400, 401 and, after ten wrong ones, 429. */
  signInSecondFactor(
    request: CallerRequest,
    address: string,
    given: { code: string; isRecovery: boolean },
  ): Promise<SignedIn>;
  /** Begins to set up an authenticator app. Throws 400 for a wrong password, or when there is one. */
  enableSecondFactor(
    request: CallerRequest,
    password: string | undefined,
  ): Promise<{ totpUri: string; recoveryCodes: string[] }>;
  /** Answers the cookie of the session that goes on. Throws 401 for a wrong code. */
  confirmSecondFactor(request: CallerRequest, code: string, record: RecordOf<unknown>): Promise<string | undefined>;
  /** Proves the second factor in a running session. Throws 400 without an app, 401 for a wrong code, 429 after ten. */
  verifySecondFactor(request: CallerRequest, given: { code: string; isRecovery: boolean }): Promise<string | undefined>;
  disableSecondFactor(
    request: CallerRequest,
    password: string | undefined,
    record: RecordOf<unknown>,
  ): Promise<string | undefined>;
  renewRecoveryCodes(
    request: CallerRequest,
    password: string | undefined,
    record: RecordOf<unknown>,
  ): Promise<string[]>;
  /** Ends every other session; answers the cookie of the new one. Throws 400 for a wrong password. */
  changePassword(
    request: CallerRequest,
    current: string,
    next: string,
    record: RecordOf<unknown>,
  ): Promise<string | undefined>;
  startPasskey(request: CallerRequest): Promise<PasskeyStep>;
  addPasskey(
    request: CallerRequest,
    name: string,
    response: Record<string, unknown>,
    record: RecordOf<AddedPasskey>,
  ): Promise<AddedPasskey>;
  removePasskey(request: CallerRequest, id: string, record: RecordOf<unknown>): Promise<void>;
  renamePasskey(request: CallerRequest, id: string, name: string, record: RecordOf<unknown>): Promise<void>;
  startPasskeySignIn(request: CallerRequest, address: string): Promise<PasskeyStep>;
  signInPasskey(request: CallerRequest, address: string, response: Record<string, unknown>): Promise<SignedIn>;
  /** Where the browser goes to sign in, and the cookie of that step. Throws 404 and 502. */
  startSingleSignOn(
    request: CallerRequest,
    address: string,
    provider: string,
    next: string,
  ): Promise<{ url: string; cookie: string | undefined }>;
  /** Where the browser goes then: into the console with a session's cookie, or back to the sign-in page. */
  finishSingleSignOn(
    request: CallerRequest,
    address: string,
    provider: string,
    recordJoin: RecordOf<JoinedMember>,
  ): Promise<{ location: string; cookie: string | undefined }>;
  /** A client's secret as it is stored. */
  sealSingleSignOn(secret: string, organizationId: string): string;
  /** The identity providers that one can sign in with. From memory. */
  singleSignOn(): Promise<{ provider: string; issuer: string }[]>;
  /** What an invitation's link leads to. Throws 404. */
  invitation(token: string): Promise<OpenInvitation>;
  /** Joins with a new account, which is signed in, or with that of the request's session. Throws 400, 401, 404, 409. */
  acceptInvitation(
    request: CallerRequest,
    address: string,
    given: { token: string; name?: string | undefined; password?: string | undefined },
    record: RecordOf<JoinedMember>,
  ): Promise<Joined>;
  /** Whom a reset link is for. Throws 404. */
  passwordReset(token: string): Promise<OpenPasswordReset>;
  /** Sets a new password by a reset link and ends every session of its user. Throws 404. */
  resetPassword(token: string, password: string, record: RecordOf<OpenPasswordReset>): Promise<OpenPasswordReset>;
  /** Ends the session of the request's cookie, if there is one. Answers the Set-Cookie line that removes the cookie. */
  signOut(request: CallerRequest): Promise<string | undefined>;
  /** Makes the owner's account with the token of the set-up link and signs in. Throws 403 and 409. */
  setUp(request: CallerRequest, address: string, owner: OwnerInput, record: RecordOf<string>): Promise<SignedIn>;
  setUpNeeded(): Promise<boolean>;
  /** The sessions of the request's user; throws 401 when signed out. */
  sessions(request: CallerRequest): Promise<(SessionRecord & { current: boolean })[]>;
  /** Ends one session of the request's user. Throws 401 and 404. */
  revoke(request: CallerRequest, sessionId: string): Promise<void>;
  /** Ends the sessions of the request's user but the one that asks. Answers how many. */
  revokeOthers(request: CallerRequest): Promise<number>;
  /** Ends every session of a user, at once in this process. Answers how many. */
  signOutEverywhere(userId: string): Promise<number>;
  /** A workspace by UUID or slug; the organization's default one when neither is given. From memory. */
  workspace(organizationId: string, idOrSlug?: string): Promise<WorkspaceRecord | undefined>;
  /** A workspace with its settings, as it was last read: without waiting, for the way of a model call. */
  workspaceNow(workspaceId: string): WorkspaceRecord | undefined;
  /** Whether a user's organization requires a second factor. From memory. */
  requiresSecondFactor(userId: string): Promise<boolean>;
  /** Whether a user may see a workspace. From memory. */
  sees(userId: string | null, workspaceId: string): boolean;
  /** Reads memberships and workspaces again after a change, and forgets remembered sessions. */
  refresh(): Promise<void>;
};
