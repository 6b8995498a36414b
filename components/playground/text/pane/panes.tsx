"use client";

import { useRef } from "react";
import { cn } from "#lib/cn.ts";
import type { OpenLayer } from "./pane-header.tsx";
import { PaneTabs } from "./pane-tabs.tsx";
import { PaneView } from "./pane-view.tsx";
import { usePlaygroundState } from "./use-playground.ts";

const COLUMNS = ["md:grid-cols-1", "md:grid-cols-2", "md:grid-cols-3", "md:grid-cols-2 xl:grid-cols-4"];

type PanesProps = { activeId: string; onActive: (paneId: string) => void; openLayer: OpenLayer };

/** The panes side by side; on phones one at a time, with swiping. */
export function Panes({ activeId, onActive, openLayer }: PanesProps) {
  const ids = usePlaygroundState(({ panes }) => panes.map(({ id }) => id).join(" ")).split(" ");
  const strip = useRef<HTMLDivElement>(null);
  const onScroll = () => {
    const { scrollLeft, clientWidth, scrollWidth } = strip.current ?? { scrollLeft: 0, clientWidth: 1, scrollWidth: 1 };
    if (scrollWidth <= clientWidth) return;
    const shown = ids[Math.round(scrollLeft / clientWidth)];
    if (shown) onActive(shown);
  };
  return (
    <>
      <PaneTabs activeId={activeId} />
      <div
        ref={strip}
        onScroll={onScroll}
        className={cn(
          // Content for screen readers only stays inside its pane, without widening the page.
          "relative min-h-0 flex-1 max-md:flex max-md:snap-x max-md:snap-mandatory max-md:overflow-x-auto md:grid md:auto-rows-[minmax(16rem,1fr)] md:overflow-y-auto",
          "md:[&>*]:border-r md:[&>*]:border-b md:[&>*]:-mr-px md:[&>*]:-mb-px",
          COLUMNS[ids.length - 1],
        )}
      >
        {ids.map((id, index) => (
          <PaneView key={id} paneId={id} number={index + 1} openLayer={openLayer} onFocus={() => onActive(id)} />
        ))}
      </div>
    </>
  );
}
