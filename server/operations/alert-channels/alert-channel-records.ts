import type { z } from "zod";
import type { AlertChannel } from "#lib/contract/alert-channels.ts";
import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type AlertChannelRow, findAlertChannel } from "#server/data/alert-channels.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { maskChannel } from "./channel-config.ts";

type Wire = z.output<typeof AlertChannel>;

/** Converts a stored channel to its API record. */
export function alertChannelRecord(gateway: Gateway, row: AlertChannelRow): Wire {
  return {
    ...alertChannelSettings(gateway, row),
    last_delivered_at: row.lastDeliveredAt?.toISOString() ?? null,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Returns a channel's settings; the audit log stores these. */
export function alertChannelSettings(gateway: Gateway, row: AlertChannelRow) {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    type: row.type as Wire["type"],
    config: maskChannel(gateway, row),
  };
}

/** Returns a channel as the target of an audit entry. */
export function channelTarget({ id, name }: AlertChannelRow) {
  return { type: "alert_channel", id, name };
}

/** Returns a channel of the caller's organization. Throws 404 for any other. */
export async function requireAlertChannel(
  { database }: Gateway,
  principal: Principal,
  id: string,
): Promise<AlertChannelRow> {
  const row = await findAlertChannel(database.queries, principal.organizationId, id);
  if (!row || !coversWorkspace(principal, row.workspaceId)) throw unknownChannel();
  return row;
}

export function unknownChannel(): HttpError {
  return new HttpError(404, "Alert channel not found");
}
