import type { z } from "zod";
import type { Destination } from "#lib/contract/destinations.ts";
import type { Queries } from "#server/data/database.ts";
import { type DestinationHealth, readHealth } from "#server/data/destination-events.ts";
import type { DestinationRow } from "#server/data/destinations.ts";
import type { Gateway } from "#server/gateway.ts";
import { maskConfig } from "./seal-config.ts";

type Wire = z.output<typeof Destination>;
type Record = Omit<Wire, "health">;
type Fields = Omit<Record, "id" | "workspace_id" | "type" | "config" | "created_at" | "updated_at">;

/** Converts a stored destination to its API record, without its health, which the audit log leaves out. */
export function destinationRecord(gateway: Gateway, row: DestinationRow): Record {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    type: row.type as Record["type"],
    config: maskConfig(gateway, row),
    enabled: row.enabled,
    privacy_mode: row.privacyMode,
    sampling_rate: row.samplingRate,
    api_key_hashes: row.apiKeyHashes,
    filter_rules: row.filterRules as Record["filter_rules"],
    regions: row.regions as Record["regions"],
    broadcast_generation_cost: row.broadcastCost,
    broadcast_generation_identity: row.broadcastIdentity,
    broadcast_generation_request_context: row.broadcastRequestContext,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Adds a destination's health to its record. */
export async function withHealth(queries: Queries, record: Record): Promise<Wire> {
  return { ...record, health: healthRecord(await readHealth(queries, record.id)) };
}

function healthRecord(health: DestinationHealth): Wire["health"] {
  return {
    backlog: health.waiting,
    oldest_waiting_at: health.oldestAt?.toISOString() ?? null,
    dead_letters: health.dead,
    delivered: health.delivered,
    last_delivered_at: health.lastDeliveredAt?.toISOString() ?? null,
    last_error: health.lastError,
    last_error_at: health.lastErrorAt?.toISOString() ?? null,
    failures: health.failures,
    next_attempt_at: health.failures > 0 ? (health.nextAttemptAt?.toISOString() ?? null) : null,
  };
}

/** Converts the contract's fields to columns; absent fields remain absent. */
export function columnsOf(fields: Partial<Fields>) {
  const columns = {
    name: fields.name,
    enabled: fields.enabled,
    privacyMode: fields.privacy_mode,
    samplingRate: fields.sampling_rate,
    apiKeyHashes: fields.api_key_hashes,
    filterRules: fields.filter_rules,
    regions: fields.regions && [...new Set(fields.regions)],
    broadcastCost: fields.broadcast_generation_cost,
    broadcastIdentity: fields.broadcast_generation_identity,
    broadcastRequestContext: fields.broadcast_generation_request_context,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<
    typeof columns
  >;
}
