import type { SecondFactorStep } from "#lib/contract/endpoint.ts";
import type { KeyScopes } from "#lib/contract/key-scopes.ts";
import type { LeakState } from "#lib/keys/leak-states.ts";
import type { Role } from "#lib/roles.ts";

/** An API key in memory, as requests use it; times in Unix ms. */
export type KeyRecord = {
  id: number;
  hash: string;
  name: string;
  label: string;
  kind: "normal" | "management";
  workspaceId: string;
  organizationId: string;
  creatorUserId: string | null;
  externalUser: string | null;
  /** Tags of each request with the key; null: none. */
  tags: readonly string[] | null;
  /** How long its responses are kept if a request does not say it; null: not at all. */
  cacheTtlSeconds: number | null;
  disabled: boolean;
  /** The directory has deactivated the user who created it. */
  hasInactiveCreator: boolean;
  /** What was done about a report that the key leaked; null: there was none. */
  leakState: LeakState | null;
  expiresAtMs: number | null;
  /** Identifies the key across rotations: a key that replaces another one keeps it. */
  stableId: string;
  limitNanoUsd: number | null;
  limitReset: "daily" | "weekly" | "monthly" | null;
  includeByokInLimit: boolean;
  guardrailId: string | null;
  /** Server tools by name, `mcp`, `server/*` or `server/tool`; null: all. */
  allowedTools: readonly string[] | null;
  /** What a management key is limited to, with the ids of workspaces; null: nothing. */
  scopes: KeyScopes | null;
  /** Hash of the key that replaces this one. */
  rotatedTo: string | null;
};

/** The caller, and the workspace of the request. `management`: may administer the organization. */
export type Principal = {
  workspaceId: string;
  organizationId: string;
  userId: string | null;
  management: boolean;
  /** Absent for a console session. */
  key?: KeyRecord;
  /** Name of the actor if it is neither a key nor a user. */
  actorName?: string;
  /** Present for a directory that provisions users. */
  scimToken?: { id: string; mayChangeOwners: boolean };
  /** Present for a console session. */
  role?: Role;
  /** When a console session's user signed in, in Unix ms. */
  signedInAtMs?: number;
  /** True if the user proved a second factor in this console session. */
  hasSecondFactor?: boolean;
  /** The step that a console session must still take because its organization requires a second factor. */
  secondFactorStep?: SecondFactorStep;
};
