"use client";

import * as Slot from "radix-ui/slot";
import { type ReactElement, type ReactNode, useId } from "react";
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
      <Slot.Root {...trigger} aria-describedby={anchor ? id : undefined}>
        {children}
      </Slot.Root>
      {anchor && (
        <TooltipLayer id={id} anchor={anchor} side={side} shortcut={shortcut} {...layer}>
          {content}
        </TooltipLayer>
      )}
    </>
  );
}
