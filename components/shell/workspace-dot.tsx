"use client";

import { useShell } from "./shell-context.tsx";

const SERIES = 8;

/** The workspace's own color, so that production is never mistaken for another; always next to its name. */
export function WorkspaceDot({ id }: { id: string }) {
  const ids = useShell().workspaces.map((workspace) => workspace.id);
  return (
    <span
      aria-hidden
      className="size-2 shrink-0 rounded-full"
      style={{ background: `var(--series-${(colorsOf(ids).get(id) ?? home(id)) + 1})` }}
    />
  );
}

/** Each workspace has the color its id hashes to, or the next free one, so that eight differ. */
function colorsOf(ids: readonly string[]): ReadonlyMap<string, number> {
  const colors = new Map<string, number>();
  for (const id of ids.toSorted()) {
    const preferred = Array.from({ length: SERIES }, (_, step) => (home(id) + step) % SERIES);
    const usedColors = new Set(colors.values());
    colors.set(id, preferred.find((color) => !usedColors.has(color)) ?? home(id));
  }
  return colors;
}

function home(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % SERIES;
}
