import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body, ConversationId } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Arm } from "#server/pipeline/aliases/arm.ts";
import { withAlias } from "#server/pipeline/aliases/with-alias.ts";
import { withDefaultModel } from "#server/pipeline/planning/workspace-defaults.ts";
import { withFiles } from "./files/with-files.ts";
import { withPreset } from "./presets/with-preset.ts";

type Call = {
  principal: Principal;
  raw: Body;
  headers?: CallerHeaders;
  requestedModel?: string;
  arms?: readonly Arm[] | undefined;
};

/**
 * Replaces what a text request only names: an alias by its model, a preset by its settings, and file ids by stored
 * files. Waits only for files.
 */
export function completeCall<C extends Call>(gateway: Gateway, dialect: ConversationId, call: C): C | Promise<C> {
  const { workspaceId } = call.principal;
  const { body, requestedModel, arms } = withModel(gateway, dialect, call);
  const raw = withFiles(gateway, workspaceId, body);
  const named = requestedModel === undefined ? undefined : { requestedModel, ...(arms && { arms }) };
  if (raw instanceof Promise) return raw.then((filled) => ({ ...call, ...named, raw: filled }));
  return raw === call.raw ? call : { ...call, ...named, raw };
}

/** The model of a preset, and the workspace's default, may be aliases too. */
function withModel(gateway: Gateway, dialect: ConversationId, call: Call) {
  const { principal, raw } = call;
  const first = withAlias(gateway, call, raw);
  const body = withPreset(gateway.presets, principal.workspaceId, dialect, first.body);
  if (!gateway.aliases.hasAny(principal.workspaceId)) return { ...first, body };
  const last = withAlias(gateway, call, withDefaultModel(gateway, principal, body, "textModel"));
  if (last.body.preset === undefined)
    return {
      requestedModel: first.requestedModel ?? last.requestedModel,
      arms: first.arms ?? last.arms,
      body: last.body,
    };
  throw new HttpError(400, `Invalid request: model: ${last.requestedModel} leads from one preset to another`);
}
