import type { Principal } from "#server/caller/principal.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import type { Gateway } from "#server/gateway.ts";
import { withFiles } from "./files/with-files.ts";
import { withPreset } from "./presets/with-preset.ts";

/**
 * Completes a text call with the data it only refers to: the settings of a preset, and stored files. Waits only for
 * files.
 */
export function completeCall<C extends { principal: Principal; raw: Body }>(
  gateway: Gateway,
  dialect: Dialect["id"],
  call: C,
): C | Promise<C> {
  const { workspaceId } = call.principal;
  const preset = withPreset(gateway.presets, workspaceId, dialect, call.raw);
  const raw = withFiles(gateway, workspaceId, preset);
  if (raw instanceof Promise) return raw.then((filled) => ({ ...call, raw: filled }));
  return raw === call.raw ? call : { ...call, raw };
}
