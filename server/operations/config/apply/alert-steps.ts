import { createAlertChannel } from "#server/operations/alert-channels/create-alert-channel.ts";
import { deleteAlertChannel } from "#server/operations/alert-channels/delete-alert-channel.ts";
import { updateAlertChannel } from "#server/operations/alert-channels/update-alert-channel.ts";
import { createAlertRule } from "#server/operations/alert-rules/create-alert-rule.ts";
import { deleteAlertRule } from "#server/operations/alert-rules/delete-alert-rule.ts";
import { updateAlertRule } from "#server/operations/alert-rules/update-alert-rule.ts";
import type { Fields } from "../document/defaults.ts";
import type { Resource } from "../document/resources.ts";
import type { Difference } from "../plan/differences.ts";
import {
  type Applying,
  changedField,
  changedIn,
  create,
  idOf,
  perform,
  removal,
  type Step,
  secretOf,
  workspaceId,
} from "./applying.ts";

export const changeChannel: Step = async (applying, difference) => {
  const { action, resource, workspace } = difference;
  const { type, name } = resource.item;
  const config = configOf(applying, resource);
  if (action === "update") {
    await perform(applying, updateAlertChannel, { params: { id: idOf(applying, difference) }, body: { config } });
    return;
  }
  const body = { type, name, config, workspace_id: workspaceId(applying, workspace as string) };
  await create(applying, difference, createAlertChannel, { body });
};

/** Returns the configuration with the URL instead of its reference. */
function configOf(applying: Applying, resource: Resource) {
  const url = "config.url" in resource.secrets ? { url: secretOf(applying, resource, "config.url") } : {};
  return { ...(resource.fields.config as object), ...url };
}

export const removeChannel = removal(deleteAlertChannel);

export const changeRule: Step = async (applying, difference) => {
  const { action, resource, name } = difference;
  const workspace = difference.workspace as string;
  const { kind, channels, ...set } = resource.fields;
  const ids = (channels as string[]).map((channel) =>
    idOf(applying, { kind: "alert_channel", workspace, name: channel }),
  );
  const isOtherKind = difference.fields.some(({ field }) => field === "kind");
  if (action === "update" && !isOtherKind) {
    const body = { ...changedIn(difference, ["enabled"]), ...changedParams(difference), channel_ids: ids };
    await perform(applying, updateAlertRule, { params: { id: idOf(applying, difference) }, body });
    return;
  }
  // A rule cannot change its kind.
  if (action === "update") await removeRule(applying, difference);
  const body = { ...set, name, kind, channel_ids: ids, workspace_id: workspaceId(applying, workspace) };
  await create(applying, difference, createAlertRule, { body });
};

/** An update keeps parameters that it does not name. */
function changedParams(difference: Difference) {
  const change = changedField<Fields>(difference, "params");
  if (!change) return {};
  const removed = Object.keys(change.before).filter((name) => !(name in change.after));
  return { params: { ...Object.fromEntries(removed.map((name) => [name, null])), ...change.after } };
}

export const removeRule = removal(deleteAlertRule);
