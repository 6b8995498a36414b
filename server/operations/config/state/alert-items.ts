import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { AlertChannelRow } from "#server/data/alert-channels.ts";
import type { AlertRuleRow } from "#server/data/alert-rules.ts";
import type { Gateway } from "#server/gateway.ts";
import { openChannel } from "#server/jobs/alerts/open-channel.ts";
import { variable } from "./suggested-variable.ts";

type Workspace = NonNullable<ConfigDocument["workspaces"]>[number];
type Item<List extends "alert_channels" | "alert_rules"> = NonNullable<Workspace[List]>[number];

/** Returns how documents name a channel: `slack/On call`. */
export function channelName({ type, name }: Pick<AlertChannelRow, "type" | "name">): string {
  return `${type}/${name}`;
}

/** Converts a stored channel to a document's item. URLs are secret. */
export function channelItem(
  { channelVault }: Pick<Gateway, "channelVault">,
  row: AlertChannelRow,
  workspace: string,
): Item<"alert_channels"> {
  const { type, name } = row;
  const opened = type === "email" ? openChannel(channelVault, row) : undefined;
  const config = type === "email" ? (opened ?? { to: [] }) : { url: variable(workspace, name, "url") };
  return { type, name, config } as Item<"alert_channels">;
}

/** Returns a channel's secrets by their path in a document; undefined if it has none that can be decrypted. */
export function channelSecrets({ channelVault }: Pick<Gateway, "channelVault">, row: AlertChannelRow) {
  const opened = openChannel(channelVault, row);
  return opened && "url" in opened ? { "config.url": opened.url } : undefined;
}

/** Converts a stored rule to a document's item, with the names of its channels. */
export function ruleItem(
  { name, kind, params, enabled, channelIds }: AlertRuleRow,
  channels: readonly AlertChannelRow[],
): Item<"alert_rules"> {
  const named = channels.filter(({ id }) => channelIds.includes(id)).map(channelName);
  return { name, kind, params, enabled, channels: named } as Item<"alert_rules">;
}
