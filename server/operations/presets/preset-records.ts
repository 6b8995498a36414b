import type { z } from "zod";
import type { Preset, PresetVersion } from "#lib/contract/presets.ts";
import type { PresetVersionRow, UsedPreset } from "#server/data/presets.ts";

/** Converts a stored preset to its API record. */
export function presetRecord({ preset, version }: UsedPreset): z.output<typeof Preset> {
  return {
    id: preset.id,
    slug: preset.slug,
    name: preset.slug,
    description: null,
    status: "active",
    status_updated_at: null,
    creator_user_id: preset.creatorUserId,
    designated_version_id: version.id,
    workspace_id: preset.workspaceId,
    created_at: preset.createdAt.toISOString(),
    updated_at: preset.updatedAt.toISOString(),
  };
}

/** The same, with the current version. */
export function wholePreset(used: UsedPreset) {
  return { ...presetRecord(used), designated_version: versionRecord(used.version) };
}

/** A version never changes. */
export function versionRecord(row: PresetVersionRow): z.output<typeof PresetVersion> {
  return {
    id: row.id,
    preset_id: row.presetId,
    version: row.version,
    config: row.config as Record<string, unknown>,
    system_prompt: row.systemPrompt,
    creator_id: row.creator,
    created_at: row.createdAt.toISOString(),
    updated_at: row.createdAt.toISOString(),
  };
}
