"use client";

import { cn } from "#lib/cn.ts";
import { usePlaygroundState } from "./use-playground.ts";

/** On phones one pane fills the width; swiping or these tabs switch panes. */
export function PaneTabs({ activeId }: { activeId: string }) {
  const panes = usePlaygroundState((state) => state.panes);
  if (panes.length === 1) return null;
  return (
    <nav aria-label="Panes" className="flex shrink-0 overflow-x-auto border-b md:hidden">
      {panes.map((pane, index) => (
        <button
          key={pane.id}
          type="button"
          aria-current={pane.id === activeId}
          onClick={() =>
            document.getElementById(`pane-${pane.id}`)?.scrollIntoView({ inline: "center", block: "nearest" })
          }
          className={cn(
            "-mb-px flex h-11 min-w-24 flex-1 items-center justify-center truncate base:border-transparent border-b-2 px-2 base:text-muted text-xs -outline-offset-2",
            pane.id === activeId && "border-accent font-medium text-ink",
          )}
        >
          <span className="truncate">
            {index + 1} {pane.model.split("/").at(-1)}
          </span>
        </button>
      ))}
    </nav>
  );
}
