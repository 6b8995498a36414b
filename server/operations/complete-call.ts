import type { Principal } from "#server/caller/principal.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { gateway } from "#server/opened-gateway.ts";
import { withFiles } from "./files/with-files.ts";
import { withPreset } from "./presets/with-preset.ts";

/** A text call with what it only names in place: the settings of a preset, and stored files. Waits only for files. */
export function completeCall<C extends { principal: Principal; raw: Body }>(
  dialect: Dialect["id"],
  call: C,
): C | Promise<C> {
  const open = gateway();
  const { workspaceId } = call.principal;
  const preset = withPreset(open.presets, workspaceId, dialect, call.raw);
  const raw = withFiles(open, workspaceId, preset);
  if (raw instanceof Promise) return raw.then((filled) => ({ ...call, raw: filled }));
  return raw === call.raw ? call : { ...call, raw };
}
