import { recordChange } from "#server/audit/record-change.ts";
import { notOwner, ownerOf } from "#server/auth/ownership.ts";
import type { Principal } from "#server/caller/principal.ts";
import { announce } from "#server/data/changes.ts";
import { putPreset as putRow } from "#server/data/presets.ts";
import type { Body, ConversationId } from "#server/dialects/dialect.ts";
import { settingsOf } from "#server/dialects/request/settings.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { wholePreset } from "./preset-records.ts";

type PresetCall = {
  principal: Principal;
  params: { slug: string };
  raw: Body;
  requestId: string;
  address: string;
};

// All current presets are held in memory.
const MAX_PRESETS = 500;
const MAX_BYTES = 64 * 1024;

/** Stores the settings of a body as a preset or its next version, effective starting with the next request. */
export async function putPreset(gateway: Gateway, call: PresetCall, dialect: ConversationId) {
  const { workspaceId, userId, key, actorName, management } = call.principal;
  const { slug } = call.params;
  const settings = settingsOf(dialect, call.raw);
  if (Buffer.byteLength(JSON.stringify(settings)) > MAX_BYTES) {
    throw new HttpError(413, `A preset's settings can have at most ${MAX_BYTES} bytes`);
  }
  if (String(settings.config.model).includes("@preset/")) {
    throw new HttpError(400, "Invalid request: model: a preset cannot name another preset");
  }
  if (call.raw.preset !== undefined && call.raw.preset !== null) {
    throw new HttpError(400, "Invalid request: preset: a preset cannot name another preset");
  }
  if (!gateway.presets.find(workspaceId, slug) && gateway.presets.count(workspaceId) >= MAX_PRESETS) {
    throw new HttpError(409, `A workspace can have at most ${MAX_PRESETS} presets`);
  }
  const creator = userId ?? key?.hash ?? actorName ?? "unknown";
  const version = { workspaceId, slug, creator, ...ownerOf(call.principal), ...settings };
  const used = await gateway.database.queries.transaction(async (queries) => {
    const put = await putRow(queries, version, { onlyOwn: !management });
    if (!put) throw notOwner("preset");
    const action = put.preset.version === 1 ? "preset.create" : "preset.update";
    const target = { type: "preset", id: put.preset.id, name: slug };
    await recordChange(queries, call, { action, target, after: settings });
    return put;
  });
  await gateway.presets.refresh();
  await announce(gateway.database, "presets");
  return { data: wholePreset(used) };
}
