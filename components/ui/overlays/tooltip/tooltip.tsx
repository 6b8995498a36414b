"use client";

import { type ReactElement, type ReactNode, useId } from "react";
import { Slot } from "../../display/slot.tsx";
import { TooltipLayer, type TooltipSide } from "./tooltip-layer.tsx";
import { useTooltip } from "./use-tooltip.ts";

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
  return (
    <>
      <Slot {...trigger} aria-describedby={anchor ? id : undefined}>
        {children}
      </Slot>
      {anchor && (
        <TooltipLayer id={id} anchor={anchor} side={side} shortcut={shortcut} {...layer}>
          {content}
        </TooltipLayer>
      )}
    </>
  );
}
