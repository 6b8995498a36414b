import { usdOf } from "#lib/nano-usd.ts";
import { listAlertChannels } from "#server/data/alert-channels.ts";
import { listAlertRules } from "#server/data/alert-rules.ts";
import { loadKeys } from "#server/data/api-keys.ts";
import { loadBudgetRules, loadBudgets } from "#server/data/budgets.ts";
import { listCredentialPools } from "#server/data/credential-pools.ts";
import { listCredentials } from "#server/data/credentials.ts";
import { listOwnProviders } from "#server/data/custom-providers.ts";
import type { Queries } from "#server/data/database.ts";
import { listDestinations } from "#server/data/destinations.ts";
import { listGroupMappings } from "#server/data/group-mappings.ts";
import { listMemberAssignments } from "#server/data/guardrail-assignments.ts";
import { listGuardrails } from "#server/data/guardrails.ts";
import { findJoinRules } from "#server/data/just-in-time.ts";
import { loadMemberCaps } from "#server/data/member-caps.ts";
import { listMembers } from "#server/data/members.ts";
import { listModelAliases } from "#server/data/model-aliases.ts";
import { listPresets } from "#server/data/presets.ts";
import { loadPrices } from "#server/data/prices.ts";
import { listRateLimits } from "#server/data/rate-limits.ts";
import { currentKeys, loadSharedBudgets } from "#server/data/shared-budgets.ts";
import { listWorkspaces, loadWorkspaceMembers } from "#server/data/workspaces.ts";
import type { StoredRecords, StoredWorkspace } from "./config-state.ts";

const ALL = { offset: 0, limit: 1_000_000 };

/** Reads every configured record of an organization. */
export async function loadRecords(queries: Queries, organizationId: string, nowMs: number): Promise<StoredRecords> {
  const rows = await listWorkspaces(queries, organizationId);
  const shared = {
    keys: Map.groupBy(await loadKeys(queries), ({ key }) => key.workspaceId),
    members: Map.groupBy(await loadWorkspaceMembers(queries), ({ workspaceId }) => workspaceId),
    assigned: Map.groupBy(
      (await listMemberAssignments(queries, { organizationId }, ALL)).rows,
      ({ guardrailId }) => guardrailId,
    ),
    rules: await loadBudgetRules(queries),
    pools: Map.groupBy(await listCredentialPools(queries, organizationId), ({ workspaceId }) => workspaceId),
    providers: Map.groupBy(await listOwnProviders(queries, organizationId), ({ workspaceId }) => workspaceId),
  };
  const workspaces: StoredWorkspace[] = [];
  for (const row of rows) {
    const { id } = row;
    const found = await listCredentials(queries, organizationId, { workspaceId: id, ...ALL });
    const guardrails = (await listGuardrails(queries, id, ALL)).rows;
    const hashes = await currentKeys(queries, id);
    workspaces.push({
      ...row,
      caps: await loadMemberCaps(queries, id),
      sharedBudgets: (await loadSharedBudgets(queries, id)).map((budget) => ({
        ...budget,
        keyHashes: budget.stableKeyIds.flatMap((id) => hashes.get(id) ?? []),
      })),
      rateLimits: (await listRateLimits(queries, id, ALL.offset, ALL.limit)).rows,
      // Group mappings give the others.
      memberIds: (shared.members.get(id) ?? []).filter(({ isByHand }) => isByHand).map(({ userId }) => userId),
      includesByok: shared.rules.some(({ workspaceId, includeByok }) => workspaceId === id && includeByok),
      budgets: (await loadBudgets(queries, id)).map(({ interval, limitNanoUsd }) => ({
        interval,
        limitUsd: usdOf(limitNanoUsd),
      })),
      keys: (shared.keys.get(id) ?? []).map(({ key, guardrailId }) => ({ ...key, guardrailId })),
      guardrails: guardrails.map((guardrail) => ({
        ...guardrail,
        memberIds: (shared.assigned.get(guardrail.id) ?? []).map(({ userId }) => userId),
      })),
      credentials: found.rows.filter(({ workspaceId }) => workspaceId === id),
      pools: shared.pools.get(id) ?? [],
      providers: shared.providers.get(id) ?? [],
      aliases: (await listModelAliases(queries, id, ALL.offset, ALL.limit)).rows,
      presets: (await listPresets(queries, id, ALL.offset, ALL.limit)).rows,
      destinations: (await listDestinations(queries, id, ALL.offset, ALL.limit)).rows,
      channels: (await listAlertChannels(queries, id, ALL.offset, ALL.limit)).rows,
      rules: (await listAlertRules(queries, id, ALL.offset, ALL.limit)).rows,
    });
  }
  const first = rows[0] && (await listCredentials(queries, organizationId, { workspaceId: rows[0].id, ...ALL }));
  const prices = await loadPrices(queries, new Date(nowMs));
  return {
    people: (await listMembers(queries, organizationId, ALL)).rows,
    credentials: first?.rows.filter(({ workspaceId }) => workspaceId === null) ?? [],
    pools: shared.pools.get(null) ?? [],
    providers: shared.providers.get(null) ?? [],
    prices: prices.filter(({ origin }) => origin === "override"),
    mappings: await listGroupMappings(queries, organizationId),
    joinRules: await findJoinRules(queries, organizationId),
    workspaces,
  };
}
