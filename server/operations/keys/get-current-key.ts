import { DATA_REGIONS, type DataRegion } from "#lib/contract/data-regions.ts";
import { getCurrentKey as endpoint } from "#lib/contract/keys.ts";
import { HttpError } from "#server/errors.ts";
import type { RoutingLimits } from "#server/guardrails/effective.ts";
import { operation } from "#server/http/operation.ts";
import { readUsage } from "./usage-fields.ts";

const UNLIMITED = -1;

export const getCurrentKey = operation(endpoint)(async (gateway, { principal }) => {
  const { key } = principal;
  if (!key) throw new HttpError(404, "A console session has no API key; call this endpoint with one");
  const usageOf = await readUsage(gateway, [key]);
  const management = key.kind === "management";
  return {
    data: {
      label: key.label,
      creator_user_id: key.creatorUserId,
      expires_at: key.expiresAtMs === null ? null : new Date(key.expiresAtMs).toISOString(),
      is_free_tier: false,
      is_management_key: management,
      is_provisioning_key: management,
      scopes: key.scopes,
      organization_id: key.organizationId,
      workspace_id: key.workspaceId,
      allowed_data_regions: regionsOf(gateway.guardrails.effective(principal).routing),
      free_model_daily_requests: { limit: UNLIMITED, remaining: UNLIMITED, used: 0 },
      rate_limit: {
        interval: "1m",
        requests: gateway.environment.RATE_LIMIT_REQUESTS_PER_MINUTE ?? UNLIMITED,
        note: "Deprecated; safe to ignore. -1: no limit.",
      },
      ...usageOf(key),
    },
  };
});

/** Returns the regions that every guardrail allows. */
function regionsOf({ allowedDataRegions: lists }: RoutingLimits): DataRegion[] {
  if (lists.length === 0) return ["global"];
  return DATA_REGIONS.filter((region) => lists.every(({ names }) => names.has(region)));
}
