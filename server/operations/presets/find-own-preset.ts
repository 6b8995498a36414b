import type { Principal } from "#server/caller/principal.ts";
import { findPreset, type UsedPreset } from "#server/data/presets.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a preset of the caller's workspace. Throws 404 for any other. */
export async function findOwnPreset(
  { database }: Gateway,
  { workspaceId }: Principal,
  slug: string,
): Promise<UsedPreset> {
  const found = await findPreset(database.queries, workspaceId, slug);
  if (!found) throw new HttpError(404, "Preset not found");
  return found;
}
