import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { ConfigChange } from "#lib/contract/config.ts";
import type { ConfigDocument } from "#lib/contract/config-document.ts";
import { storedForm } from "#server/operations/byok/credential-text.ts";
import { DEFAULTS } from "../document/defaults.ts";
import { type Resource, refOf, resourcesOf } from "../document/resources.ts";
import type { Secrets } from "../document/secrets.ts";
import type { ConfigState } from "../state/config-state.ts";

export type Change = z.output<typeof ConfigChange>;
type FieldChange = Change["fields"][number];

/** A change, with the record that it creates, changes or deletes. */
export type Difference = Change & { resource: Resource };

/** Returns the changes that make the state match the document, in the document's order, deletions last. */
export function differencesOf(document: ConfigDocument, state: ConfigState, secrets: Secrets): Difference[] {
  const desired = resourcesOf(document);
  const wanted = new Set(desired.map(refOf));
  const made = desired.flatMap((resource): Difference[] => {
    const stored = state.resources.get(refOf(resource));
    const fields = [
      ...fieldChanges(resource, stored),
      ...secretChanges(resource, stored && secretsIn(state, stored), secrets),
    ];
    if (stored && fields.length === 0) return [];
    return [differenceOf(stored ? "update" : "create", resource, fields)];
  });
  const surplus = [...state.resources.values()].filter((one) => !wanted.has(refOf(one)) && isManaged(document, one));
  return [...made, ...surplus.map((resource) => differenceOf("delete", resource, []))];
}

export function changeOf({ resource: _, ...change }: Difference): Change {
  return change;
}

function differenceOf(action: Change["action"], resource: Resource, fields: FieldChange[]): Difference {
  const { kind, workspace, name } = resource;
  return { action, kind, workspace, name, fields, resource };
}

function fieldChanges({ kind, fields }: Resource, stored: Resource | undefined): FieldChange[] {
  const before = stored?.fields ?? DEFAULTS[kind];
  return Object.keys(fields).flatMap((field) => {
    const change = { field, before: before[field] ?? null, after: fields[field] ?? null };
    return isDeepStrictEqual(plain(change.before), plain(change.after)) ? [] : [change];
  });
}

/** Drops undefined fields, which JSON cannot represent. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function secretsIn({ secrets }: ConfigState, stored: Resource): Record<string, string | undefined> {
  const opened = secrets.get(refOf(stored)) ?? {};
  return { ...Object.fromEntries(Object.keys(stored.secrets).map((path) => [path, undefined])), ...opened };
}

/** A secret is only compared if its value was sent; otherwise the stored one is kept. */
function secretChanges(
  { kind, item, secrets: references }: Resource,
  stored: Record<string, string | undefined> | undefined,
  secrets: Secrets,
): FieldChange[] {
  const set = Object.entries(references).flatMap(([field, reference]): FieldChange[] => {
    const value = secrets.valueOf(reference);
    const isKey = kind === "credential" && value !== undefined;
    const sent = isKey ? storedForm(String(item.provider), value) : value;
    const isNew = !stored || !(field in stored);
    if (!isNew && (sent === undefined || sent === stored[field])) return [];
    return [{ field, before: isNew ? null : "stored secret", after: reference }];
  });
  const removed = Object.keys(stored ?? {}).filter((field) => !(field in references));
  return [...set, ...removed.map((field) => ({ field, before: "stored secret", after: null }))];
}

/** Returns whether the document has the list to which this record belongs. */
export function isManaged(
  { credentials, credential_pools: pools, custom_providers: providers, prices, workspaces, ...rest }: ConfigDocument,
  { kind, workspace: slug }: Resource,
): boolean {
  if (kind === "member") return false;
  if (kind === "price") return prices !== undefined;
  if (kind === "group_mapping") return rest.group_mappings !== undefined;
  if (kind === "just_in_time") return rest.just_in_time !== undefined;
  if (slug === null)
    return (kind === "credential" ? credentials : kind === "credential_pool" ? pools : providers) !== undefined;
  if (kind === "workspace") return workspaces !== undefined;
  const workspace = workspaces?.find((one) => one.slug === slug);
  const lists = {
    budget: workspace?.budgets,
    member_cap: workspace?.member_caps,
    shared_budget: workspace?.shared_budgets,
    rate_limit: workspace?.rate_limits,
    key: workspace?.keys,
    guardrail: workspace?.guardrails,
    credential: workspace?.credentials,
    credential_pool: workspace?.credential_pools,
    custom_provider: workspace?.custom_providers,
    preset: workspace?.presets,
    model_alias: workspace?.model_aliases,
    destination: workspace?.destinations,
    alert_channel: workspace?.alert_channels,
    alert_rule: workspace?.alert_rules,
  };
  return lists[kind] !== undefined;
}
