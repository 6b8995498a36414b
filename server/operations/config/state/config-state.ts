import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { AlertChannelRow } from "#server/data/alert-channels.ts";
import type { AlertRuleRow } from "#server/data/alert-rules.ts";
import type { ApiKeyRow } from "#server/data/api-keys.ts";
import type { CredentialPoolRow } from "#server/data/credential-pools.ts";
import type { CredentialRow } from "#server/data/credentials.ts";
import type { CustomProviderRow } from "#server/data/custom-providers.ts";
import type { DestinationRow } from "#server/data/destinations.ts";
import type { GroupMappingRow } from "#server/data/group-mappings.ts";
import type { GuardrailRow } from "#server/data/guardrails.ts";
import type { JoinRules } from "#server/data/just-in-time.ts";
import type { MemberCapRow } from "#server/data/member-caps.ts";
import type { Person } from "#server/data/members.ts";
import type { ModelAliasRow } from "#server/data/model-aliases.ts";
import type { UsedPreset } from "#server/data/presets.ts";
import type { PriceRow } from "#server/data/prices.ts";
import type { RateLimitRow } from "#server/data/rate-limits.ts";
import type { SharedBudgetRow } from "#server/data/shared-budgets.ts";
import type { WorkspaceRow } from "#server/data/workspaces.ts";
import { type Resource, refOf, resourcesOf } from "../document/resources.ts";

export type StoredKey = ApiKeyRow & { guardrailId: string | null };
export type StoredGuardrail = GuardrailRow & { memberIds: readonly string[] };

export type StoredSharedBudget = SharedBudgetRow & { keyHashes: readonly string[] };

export type StoredWorkspace = WorkspaceRow & {
  memberIds: readonly string[];
  includesByok: boolean;
  budgets: readonly { interval: string; limitUsd: number }[];
  /** Of members, and the default ones if there are any. */
  caps: readonly MemberCapRow[];
  sharedBudgets: readonly StoredSharedBudget[];
  rateLimits: readonly RateLimitRow[];
  keys: readonly StoredKey[];
  guardrails: readonly StoredGuardrail[];
  credentials: readonly CredentialRow[];
  pools: readonly CredentialPoolRow[];
  providers: readonly CustomProviderRow[];
  presets: readonly UsedPreset[];
  aliases: readonly ModelAliasRow[];
  destinations: readonly DestinationRow[];
  channels: readonly AlertChannelRow[];
  rules: readonly AlertRuleRow[];
};

/** An organization's records in the database. */
export type StoredRecords = {
  people: readonly Person[];
  credentials: readonly CredentialRow[];
  pools: readonly CredentialPoolRow[];
  providers: readonly CustomProviderRow[];
  prices: readonly PriceRow[];
  mappings: readonly GroupMappingRow[];
  joinRules: JoinRules;
  workspaces: readonly StoredWorkspace[];
};

/** An organization's configuration as a document, with the facts that a document does not contain. */
export type ConfigState = {
  document: ConfigDocument;
  resources: ReadonlyMap<string, Resource>;
  /** Names that several records of a kind share. */
  ambiguous: readonly Resource[];
  /** Ids of the records, by `refOf`. */
  ids: ReadonlyMap<string, string>;
  /** Secrets that this gateway can decrypt, in plain text, by `refOf` and path. */
  secrets: ReadonlyMap<string, Record<string, string>>;
  /** Ids of users by email, in lower case. */
  userIds: ReadonlyMap<string, string>;
};

/** Groups a document's records by name. */
export function indexOf(document: ConfigDocument): Pick<ConfigState, "resources" | "ambiguous"> {
  const all = resourcesOf(document);
  const groups = [...Map.groupBy(all, refOf).values()];
  const ambiguous = groups.filter(({ length }) => length > 1).map(([first]) => first as Resource);
  return { resources: new Map(all.map((resource) => [refOf(resource), resource])), ambiguous };
}
