import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";

/** What a plugin did to a request, for its metadata and its ledger row. */
export type PluginNote = {
  name: string;
  type: "plugin" | "response_healing" | "context_compression";
  summary: string;
  data?: Body;
};

/** Returns the settings of a plugin that the request turns on. */
export function pluginOf({ plugins }: Body, id: string): Body | undefined {
  if (!plugins) return undefined;
  return recordsOf(plugins).find((plugin) => plugin.id === id && plugin.enabled !== false);
}
