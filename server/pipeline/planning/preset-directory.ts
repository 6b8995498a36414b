import type { Queries } from "#server/data/database.ts";
import { loadPresets } from "#server/data/presets.ts";
import { loadNow } from "#server/data/recall.ts";

/** The settings of a preset: call fields under their chat dialect names, and a system prompt. */
export type PresetSettings = { config: Record<string, unknown>; systemPrompt: string | null };

/** The presets of all workspaces in memory, each in its current version. */
export type PresetDirectory = {
  find(workspaceId: string, slug: string): PresetSettings | undefined;
  /** Returns the number of a workspace's presets. */
  count(workspaceId: string): number;
  /** Reloads the presets after a change. */
  refresh(): Promise<void>;
};

export async function createPresetDirectory(queries: Queries, recall = loadNow): Promise<PresetDirectory> {
  let presets = new Map<string, Map<string, PresetSettings>>();
  const directory: PresetDirectory = {
    find: (workspaceId, slug) => presets.get(workspaceId)?.get(slug),
    count: (workspaceId) => presets.get(workspaceId)?.size ?? 0,
    async refresh() {
      const read: typeof presets = new Map();
      for (const { preset, version } of await recall("presets", () => loadPresets(queries))) {
        const config = version.config as PresetSettings["config"];
        const own = read.get(preset.workspaceId) ?? new Map<string, PresetSettings>();
        read.set(preset.workspaceId, own.set(preset.slug, { config, systemPrompt: version.systemPrompt }));
      }
      presets = read;
    },
  };
  await directory.refresh();
  return directory;
}
