import type { z } from "zod";
import type { Destination } from "#lib/contract/destinations.ts";
import type { DestinationRow } from "#server/data/destinations.ts";
import type { Gateway } from "#server/gateway.ts";
import { maskedConfig } from "./sealed-config.ts";

type Record = z.output<typeof Destination>;
type Fields = Omit<Record, "id" | "workspace_id" | "type" | "config" | "created_at" | "updated_at">;

/** Converts a stored destination to its API record. */
export function destinationRecord(gateway: Gateway, row: DestinationRow): Record {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    type: row.type as Record["type"],
    config: maskedConfig(gateway, row),
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
