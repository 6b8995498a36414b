import type { StoredTool, ToolDefinition } from "#server/data/mcp-servers.ts";

export type ToolStatus = "approved" | "new" | "changed" | "removed";

export function statusOf({ listed, pinned }: Pick<StoredTool, "listed" | "pinned">): ToolStatus {
  if (!listed) return "removed";
  if (!pinned) return "new";
  return listed.hash === pinned.hash ? "approved" : "changed";
}

/** Returns the tools of a server after a listing. Drops unlisted tools that were never approved. */
export function withListing(tools: readonly StoredTool[], listing: ReadonlyMap<string, ToolDefinition>): StoredTool[] {
  const known = new Set(tools.map(({ name }) => name));
  const kept = tools
    .map((tool) => ({ ...tool, listed: listing.get(tool.name) ?? null }))
    .filter(({ listed, pinned }) => listed || pinned);
  const added = [...listing].filter(([name]) => !known.has(name)).map(([name, listed]) => newTool(name, listed));
  return [...kept, ...added];
}

function newTool(name: string, listed: ToolDefinition): StoredTool {
  return { name, enabled: true, approval: "never", listed, pinned: null, reviewedAt: null };
}
