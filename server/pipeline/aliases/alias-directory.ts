import type { Queries } from "#server/data/database.ts";
import { loadModelAliases, type ModelAliasRow } from "#server/data/model-aliases.ts";
import { loadNow } from "#server/data/recall.ts";
import { runningCanary } from "./judge-canary.ts";

/** The model aliases of all workspaces in memory. */
export type AliasDirectory = {
  find(workspaceId: string, name: string): ModelAliasRow | undefined;
  /** Returns whether a workspace has aliases. */
  hasAny(workspaceId: string): boolean;
  /** Returns a workspace's aliases by name. */
  list(workspaceId: string): readonly ModelAliasRow[];
  /** Returns the aliases of all workspaces that have a canary which is not stopped. */
  withCanary(): readonly ModelAliasRow[];
  /** Reloads the aliases after a change. */
  refresh(): Promise<void>;
};

const NONE: readonly ModelAliasRow[] = [];

export async function createAliasDirectory(queries: Queries, recall = loadNow): Promise<AliasDirectory> {
  let byWorkspace = new Map<string, Map<string, ModelAliasRow>>();
  let canaries = NONE;
  const directory: AliasDirectory = {
    find: (workspaceId, name) => byWorkspace.get(workspaceId)?.get(name),
    hasAny: (workspaceId) => byWorkspace.has(workspaceId),
    withCanary: () => canaries,
    list: (workspaceId) => [...(byWorkspace.get(workspaceId)?.values() ?? NONE)],
    async refresh() {
      const rows = await recall("model-aliases", () => loadModelAliases(queries));
      canaries = rows.filter(runningCanary);
      const groups = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
      byWorkspace = new Map(
        [...groups].map(([workspaceId, own]) => [workspaceId, new Map(own.map((row) => [row.name, row]))]),
      );
    },
  };
  await directory.refresh();
  return directory;
}
