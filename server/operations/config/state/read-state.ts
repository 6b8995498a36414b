import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { Queries } from "#server/data/database.ts";
import type { MemberCapRow } from "#server/data/member-caps.ts";
import type { PriceRow } from "#server/data/prices.ts";
import type { Gateway } from "#server/gateway.ts";
import { type Resource, refOf, resourcesOf } from "../document/resources.ts";
import { channelItem, ruleItem } from "./alert-items.ts";
import { type ConfigState, indexOf, type StoredKey, type StoredRecords } from "./config-state.ts";
import { credentialItem, destinationItem, inOrder, secretsOf } from "./credential-items.ts";
import { loadRecords } from "./load-records.ts";
import { aliasItem, poolItem, providerItem } from "./model-items.ts";
import { priceItem, priceOrder } from "./price-items.ts";
import { grantsAnything, joiningItem, mappingItem } from "./provisioning-items.ts";
import {
  capItem,
  guardrailItem,
  keyItem,
  type Names,
  namesOf,
  presetItem,
  rateLimitItem,
  sharedBudgetItem,
  workspaceItem,
} from "./workspace-items.ts";

/** Reads the configuration of an organization as a document. Writes nothing. */
export async function readState(gateway: Gateway, queries: Queries, organizationId: string): Promise<ConfigState> {
  const records = managedOnly(await loadRecords(queries, organizationId, gateway.now()), gateway.now());
  const names = namesOf(records);
  const document = documentOf(gateway, records, names);
  const ids = idsOf(document, records);
  return {
    document,
    ...indexOf(document),
    ids,
    secrets: secretsOf(gateway, records),
    userIds: new Map(records.people.map(({ email, userId }) => [email.toLowerCase(), userId])),
  };
}

/** Omits records that documents do not manage, and sorts the others independently of when they were created. */
function managedOnly(records: StoredRecords, nowMs: number): StoredRecords {
  const isManaged = (key: StoredKey) =>
    key.kind === "normal" &&
    key.externalUser === null &&
    key.agent === null &&
    key.rotatedTo === null &&
    (key.expiresAt === null || key.expiresAt.getTime() > nowMs);
  const members = new Set(records.people.map(({ userId }) => userId));
  const isSet = ({ userId, dailyNanoUsd, monthlyNanoUsd }: MemberCapRow) =>
    userId === null ? dailyNanoUsd !== null || monthlyNanoUsd !== null : members.has(userId);
  const workspaces = records.workspaces.map((workspace) => ({
    ...workspace,
    caps: workspace.caps.filter(isSet).sort(byText(({ userId }) => userId ?? "")),
    rateLimits: workspace.rateLimits.filter(({ userId }) => userId === null || members.has(userId)),
    keys: workspace.keys.filter(isManaged).sort((a, b) => a.id - b.id),
    credentials: inOrder(workspace.credentials),
    budgets: workspace.budgets.toSorted((a, b) => a.limitUsd - b.limitUsd),
    destinations: workspace.destinations.toSorted(byText(({ type, name }) => `${type}/${name}`)),
    channels: workspace.channels.toSorted(byText(({ type, name }) => `${type}/${name}`)),
    rules: workspace.rules.toSorted(byText(({ name }) => name)),
  }));
  const people = records.people.toSorted(byText(({ email }) => email));
  const own = new Set(
    [...records.credentials, ...workspaces.flatMap(({ credentials }) => credentials)].map(({ id }) => id),
  );
  // Prices belong to the gateway, except those for a credential, which may be another organization's or deleted.
  const isOwn = ({ credentialId }: PriceRow) => credentialId === null || own.has(credentialId);
  const prices = records.prices.filter(isOwn).sort(priceOrder);
  const placeOf = (id: string | null) => workspaces.find((one) => one.id === id)?.slug ?? "";
  const mappings = records.mappings
    .filter(grantsAnything)
    .sort(byText(({ group, workspaceId }) => JSON.stringify([group, placeOf(workspaceId)])));
  return { ...records, people, credentials: inOrder(records.credentials), prices, mappings, workspaces };
}

function byText<T>(textOf: (one: T) => string) {
  return (a: T, b: T) => (textOf(a) < textOf(b) ? -1 : Number(textOf(a) > textOf(b)));
}

function documentOf(gateway: Gateway, records: StoredRecords, names: Names): ConfigDocument {
  return {
    version: 1,
    members: records.people.map(({ email, handRole }) => ({ email: email.toLowerCase(), role: handRole as "owner" })),
    credentials: records.credentials.map((row) => credentialItem(row, names, null)),
    credential_pools: records.pools.map(poolItem),
    custom_providers: records.providers.map((row) => providerItem(gateway, row, null)),
    prices: records.prices.map((row) => priceItem(row, records, gateway.now())),
    group_mappings: records.mappings.map((row) => mappingItem(row, records)),
    just_in_time: joiningItem(records),
    workspaces: records.workspaces.map((workspace) => ({
      ...workspaceItem(workspace, names),
      budgets: workspace.budgets.map(({ interval, limitUsd }) => ({
        interval: interval as "daily",
        limit_usd: limitUsd,
      })),
      member_caps: workspace.caps.map((row) => capItem(row, names)),
      shared_budgets: workspace.sharedBudgets.map((row) => sharedBudgetItem(row, workspace.slug, names)),
      rate_limits: workspace.rateLimits.map((row) => rateLimitItem(row, workspace.slug, names)),
      keys: workspace.keys.map((key) => keyItem(key, workspace, names)),
      guardrails: workspace.guardrails.map((row) => guardrailItem(row, names)),
      credentials: workspace.credentials.map((row) => credentialItem(row, names, workspace.slug)),
      credential_pools: workspace.pools.map(poolItem),
      custom_providers: workspace.providers.map((row) => providerItem(gateway, row, workspace.slug)),
      presets: workspace.presets.map(presetItem),
      model_aliases: workspace.aliases.map(aliasItem),
      destinations: workspace.destinations.map((row) => destinationItem(gateway, row, workspace.slug, names)),
      alert_channels: workspace.channels.map((row) => channelItem(gateway, row, workspace.slug)),
      alert_rules: workspace.rules.map((row) => ruleItem(row, workspace.channels)),
    })),
  };
}

/** Returns the id of each record. The document's items are in the order of the records. */
function idsOf(document: ConfigDocument, records: StoredRecords) {
  const { people, credentials, pools, providers, prices, mappings, workspaces } = records;
  const idAt = ({ kind, path }: Resource): string => {
    const [, first = 0, , second = 0] = path as [string, number, string?, number?];
    if (kind === "member") return people[first]?.userId ?? "";
    if (kind === "price") return prices[first]?.id ?? "";
    if (kind === "group_mapping") return mappings[first]?.id ?? "";
    // It belongs to the organization.
    if (kind === "just_in_time") return "";
    if (path[0] === "credentials") return credentials[first]?.id ?? "";
    if (path[0] === "credential_pools") return pools[first]?.id ?? "";
    if (path[0] === "custom_providers") return providers[first]?.id ?? "";
    const workspace = workspaces[first];
    if (kind === "workspace" || kind === "budget") return workspace?.id ?? "";
    if (kind === "member_cap") return workspace?.caps[second]?.userId ?? workspace?.id ?? "";
    if (kind === "key") return workspace?.keys[second]?.hash ?? "";
    if (kind === "preset") return workspace?.presets[second]?.preset.id ?? "";
    const rows = {
      shared_budget: workspace?.sharedBudgets,
      rate_limit: workspace?.rateLimits,
      guardrail: workspace?.guardrails,
      credential: workspace?.credentials,
      credential_pool: workspace?.pools,
      custom_provider: workspace?.providers,
      model_alias: workspace?.aliases,
      destination: workspace?.destinations,
      alert_channel: workspace?.channels,
      alert_rule: workspace?.rules,
    };
    return rows[kind]?.[second]?.id ?? "";
  };
  return new Map(resourcesOf(document).map((resource) => [refOf(resource), idAt(resource)]));
}
