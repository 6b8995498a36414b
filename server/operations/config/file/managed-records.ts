import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { AuditedChange, ManagedRecords } from "#server/caller/config-file.ts";
import type { Gateway } from "#server/gateway.ts";

type Workspace = NonNullable<ConfigDocument["workspaces"]>[number];

/** Returns the records that an applied document manages: those of each list in it. */
export async function managedRecords(
  { accounts, now }: Pick<Gateway, "accounts" | "now">,
  organizationId: string,
  { file, document }: { file: string; document: ConfigDocument },
): Promise<ManagedRecords> {
  const byId = new Map<string, Workspace>();
  for (const workspace of document.workspaces ?? []) {
    const stored = await accounts.workspace(organizationId, workspace.slug);
    if (stored) byId.set(stored.id, workspace);
  }
  const workspaceOf = (id: string | null) => (id === null ? undefined : byId.get(id));
  return { file, covers: (change) => covers(document, workspaceOf(change.workspaceId), change, now()) };
}

function covers(
  {
    members,
    credentials,
    credential_pools: pools,
    custom_providers: providers,
    prices,
    workspaces,
    ...rest
  }: ConfigDocument,
  workspace: Workspace | undefined,
  { action, target, before, after, workspaceId }: AuditedChange,
  nowMs: number,
): boolean {
  const [noun, verb] = action.split(".");
  const isListed: Record<string, () => boolean> = {
    budget: () => workspace?.budgets !== undefined,
    // An override ends by itself, and a document does not contain it.
    cap: () => workspace?.member_caps !== undefined && verb !== "override" && verb !== "end_override",
    shared_budget: () => workspace?.shared_budgets !== undefined,
    rate_limit: () => workspace?.rate_limits !== undefined,
    // A new secret does not change what the document describes.
    key: () => workspace?.keys !== undefined && verb !== "rotate" && isDocumented(before ?? after, nowMs),
    guardrail: () => (changesKeys(before ?? after) ? workspace?.keys : workspace?.guardrails) !== undefined,
    credential: () => (workspaceId === null ? credentials : workspace?.credentials) !== undefined,
    credential_pool: () => (workspaceId === null ? pools : workspace?.credential_pools) !== undefined,
    custom_provider: () => (workspaceId === null ? providers : workspace?.custom_providers) !== undefined,
    model_alias: () => workspace?.model_aliases !== undefined,
    preset: () => workspace?.presets !== undefined,
    destination: () => workspace?.destinations !== undefined && verb !== "retry",
    alert_channel: () => workspace?.alert_channels !== undefined,
    alert_rule: () => workspace?.alert_rules !== undefined,
    price: () => prices !== undefined,
    group_mapping: () => rest.group_mappings !== undefined,
    just_in_time: () => rest.just_in_time !== undefined,
    member: () => verb === "update" && (members ?? []).some(({ email }) => isSame(email, target.name)),
    workspace: () => {
      if (verb?.endsWith("_members")) return workspace?.members !== undefined;
      return verb === "update" ? workspace !== undefined : workspaces !== undefined;
    },
  };
  return isListed[noun ?? ""]?.() ?? false;
}

function isSame(email: string, name: string | null | undefined): boolean {
  return email.toLowerCase() === name?.toLowerCase();
}

type AuditedKey = {
  is_management_key: boolean;
  external_user: string | null;
  agent: unknown;
  rotated_to: string | null;
  expires_at: string | null;
};

/** Returns whether documents list keys of this kind. */
function isDocumented(key: unknown, nowMs: number): boolean {
  const { is_management_key, external_user, agent, rotated_to, expires_at } = key as AuditedKey;
  const hasExpired = expires_at !== null && Date.parse(expires_at) <= nowMs;
  return !is_management_key && external_user === null && agent === null && rotated_to === null && !hasExpired;
}

/** Returns whether a change of a guardrail only affects the keys that it is assigned to. */
function changesKeys(change: unknown): boolean {
  return typeof change === "object" && change !== null && "key_hashes" in change;
}
