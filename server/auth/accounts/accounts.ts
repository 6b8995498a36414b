import type { SecondFactorStep } from "#lib/contract/endpoint.ts";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { SessionRecord } from "#server/data/accounts.ts";
import type { MappingEffect } from "#server/data/group-mappings.ts";
import type { OpenInvitation } from "#server/data/invitations.ts";
import type { OpenPasswordReset } from "#server/data/password-resets.ts";
import type { WorkspaceRecord } from "#server/data/workspaces.ts";
import type { OwnerInput } from "../set-up.ts";
import type { RecordOf } from "./account-changes.ts";
import type { Membership } from "./accounts-directory.ts";

/** A user who joined; `id` is the accepted invitation's, null for a user whose email domain may join. */
export type JoinedMember = Pick<OpenInvitation, "organizationId" | "email" | "role"> & {
  id: string | null;
  userId: string;
};

/** What group mappings changed for a member at sign-in. */
export type MappedMember = { organizationId: string; effect: MappingEffect };

/** Write the audit entries of what a single sign-on changes. */
export type SignOnRecords = { join: RecordOf<JoinedMember>; mapping: RecordOf<MappedMember> };

export type SignedInUser = { id: string; name: string; email: string };

/** A signed-in user and the Set-Cookie line of their session. */
export type SignedIn = { user: SignedInUser; cookie: string };

/** The result of the first step. If a second one must follow, there is no user yet and the cookie is for that step. */
export type FirstStep = { user: SignedInUser | undefined; cookie: string };

export type Joined = { user: SignedInUser; cookie: string | undefined };

/** The browser's options for a passkey and the cookie of that step. */
export type PasskeyStep = { options: Record<string, unknown>; cookie: string | undefined };

export type AddedPasskey = { id: string; name: string; createdAt: Date | null };

export type CurrentUser = Membership & {
  user: SignedInUser;
  /** Empty while a second factor is missing. */
  workspaces: WorkspaceRecord[];
  secondFactorStep: SecondFactorStep | null;
  cookie: string | undefined;
};

export type Credentials = { email: string; password: string };

/** Users, their sessions and their memberships. `record` writes the audit entry of the change it is passed to. */
export type Accounts = {
  /**
   * Returns the principal of a request's session cookie, for the workspace in `x-switchboard-workspace` (UUID or slug)
   * or the default one. Throws 404 for a workspace that the user may not see.
   */
  principal(request: CallerRequest): Promise<Principal | undefined>;
  /** Returns the user of a request's session cookie. Extends a session older than a day; `cookie` must then be sent. */
  current(request: CallerRequest): Promise<CurrentUser | undefined>;
  /** Throws 401, with the same message for a wrong email and a wrong password. */
  signIn(request: CallerRequest, address: string, credentials: Credentials): Promise<FirstStep>;
  /**
   * Performs the second step with an authenticator app code or a recovery code. Throws 400, 401 and, after ten wrong
   * codes, 429.
   */
  signInSecondFactor(
    request: CallerRequest,
    address: string,
    proof: { code: string; isRecovery: boolean },
  ): Promise<SignedIn>;
  /** Starts the setup of an authenticator app. Throws 400 for a wrong password, or if an app is already set up. */
  enableSecondFactor(
    request: CallerRequest,
    password: string | undefined,
  ): Promise<{ totpUri: string; recoveryCodes: string[] }>;
  /** Returns the cookie of the session that continues. Throws 401 for a wrong code. */
  confirmSecondFactor(request: CallerRequest, code: string, record: RecordOf<unknown>): Promise<string | undefined>;
  /**
   * Proves the second factor in a running session. Throws 400 without an app, 401 for a wrong code, 429 after ten wrong
   * codes.
   */
  verifySecondFactor(request: CallerRequest, proof: { code: string; isRecovery: boolean }): Promise<string | undefined>;
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
  /** Ends every other session and returns the cookie of the new one. Throws 400 for a wrong password. */
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
  /** Returns where to send the browser for sign-in, and the cookie of that step. Throws 404 and 502. */
  startSingleSignOn(
    request: CallerRequest,
    address: string,
    provider: string,
    next: string,
  ): Promise<{ url: string; cookie: string | undefined }>;
  /** Returns where to send the browser next: to the console with a session cookie, or back to the sign-in page. */
  finishSingleSignOn(
    request: CallerRequest,
    address: string,
    provider: string,
    records: SignOnRecords,
  ): Promise<{ location: string; cookie: string | undefined }>;
  /** Seals a client secret for storage. */
  sealSingleSignOn(secret: string, organizationId: string): string;
  /** Returns the identity providers available for sign-in. From memory. */
  singleSignOn(): Promise<{ provider: string; issuer: string }[]>;
  /** Returns the invitation of a link. Throws 404. */
  invitation(token: string): Promise<OpenInvitation>;
  /**
   * Joins with a new account, which is then signed in, or with the account of the request's session. Throws 400, 401,
   * 404, 409.
   */
  acceptInvitation(
    request: CallerRequest,
    address: string,
    input: { token: string; name?: string | undefined; password?: string | undefined },
    record: RecordOf<JoinedMember>,
  ): Promise<Joined>;
  /** Returns the user a reset link is for. Throws 404. */
  passwordReset(token: string): Promise<OpenPasswordReset>;
  /** Sets a new password through a reset link and ends every session of its user. Throws 404. */
  resetPassword(token: string, password: string, record: RecordOf<OpenPasswordReset>): Promise<OpenPasswordReset>;
  /** Ends the session of the request's cookie, if there is one. Returns the Set-Cookie line that removes the cookie. */
  signOut(request: CallerRequest): Promise<string | undefined>;
  /** Creates the owner's account with the token of the set-up link and signs in. Throws 403 and 409. */
  setUp(request: CallerRequest, address: string, owner: OwnerInput, record: RecordOf<string>): Promise<SignedIn>;
  setUpNeeded(): Promise<boolean>;
  /** Returns the sessions of the request's user. Throws 401 without a session. */
  sessions(request: CallerRequest): Promise<(SessionRecord & { current: boolean })[]>;
  /** Ends one session of the request's user. Throws 401 and 404. */
  revoke(request: CallerRequest, sessionId: string): Promise<void>;
  /** Ends all sessions of the request's user except the current one. Returns how many. */
  revokeOthers(request: CallerRequest): Promise<number>;
  /** Ends every session of a user, in this process immediately. Returns how many. */
  signOutEverywhere(userId: string): Promise<number>;
  /** Finds a workspace by UUID or slug; without either, the organization's default one. From memory. */
  workspace(organizationId: string, idOrSlug?: string): Promise<WorkspaceRecord | undefined>;
  /** Returns a workspace with its last known settings, without waiting: model requests use it. */
  workspaceNow(workspaceId: string): WorkspaceRecord | undefined;
  /** Returns whether a user's organization requires a second factor. From memory. */
  requiresSecondFactor(userId: string): Promise<boolean>;
  /** Returns whether a user may see a workspace. From memory. */
  sees(userId: string | null, workspaceId: string): boolean;
  /** Returns a user in a workspace, as if signed in there; undefined if the user may no longer see it. From memory. */
  member(userId: string, workspaceId: string): Promise<Principal | undefined>;
  /** Reads memberships and workspaces again after a change, and each session at its next use. */
  refresh(): Promise<void>;
};
