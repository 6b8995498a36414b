"use client";

import { type ReactElement, type ReactNode, useEffect, useId, useState } from "react";
import { Slot } from "../../display/slot.tsx";
import { lazyLayer } from "../lazy-layer.tsx";
import type { TooltipSide } from "./tooltip-layer.tsx";
import { useTooltip } from "./use-tooltip.ts";

const tooltipLayer = lazyLayer(() => import("./tooltip-layer.tsx").then(({ TooltipLayer }) => TooltipLayer));

type TooltipProps = {
  content: ReactNode;
  shortcut?: string | undefined;
  side?: TooltipSide;
  /** The focusable element that is described. */
  children: ReactElement;
};

/** A short note on hover and focus; never the only place for necessary information. */
export function Tooltip({ content, shortcut, side = "top", children }: TooltipProps) {
  const id = useId();
  const { anchor, trigger, layer } = useTooltip();
  const TooltipLayer = useLayer(anchor !== undefined);
  return (
    <>
      <Slot {...trigger} aria-describedby={anchor ? id : undefined}>
        {children}
      </Slot>
      {anchor && TooltipLayer && (
        <TooltipLayer id={id} anchor={anchor} side={side} shortcut={shortcut} {...layer}>
          {content}
        </TooltipLayer>
      )}
    </>
  );
}

/** Returns the layer once its code has been loaded: while the page was idle, or now. Without it, a note is left out. */
function useLayer(isWanted: boolean) {
  const [, setReady] = useState(false);
  useEffect(() => {
    if (isWanted && !tooltipLayer.loaded) tooltipLayer.load().then(() => setReady(true), ignore);
  }, [isWanted]);
  return tooltipLayer.loaded;
}

function ignore(): void {}
