"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Kbd } from "../../display/kbd.tsx";

export type TooltipSide = "top" | "right" | "bottom" | "left";

type TooltipLayerProps = {
  id: string;
  anchor: HTMLElement;
  side: TooltipSide;
  shortcut: string | undefined;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  children: ReactNode;
};

const GAP_PIXELS = 6;
const EDGE_PIXELS = 8;
const OPPOSITE = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;

/** The tooltip itself, next to its element. */
export function TooltipLayer({ anchor, side, shortcut, children, ...props }: TooltipLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (layer.current) place(layer.current, anchor.getBoundingClientRect(), side);
  });
  return createPortal(
    <div
      {...props}
      ref={layer}
      role="tooltip"
      className="fixed top-0 left-0 z-50 flex max-w-72 animate-layer-in items-center gap-2 rounded-md bg-ink px-2 py-1 text-canvas text-xs"
    >
      {children}
      {shortcut && <Kbd keys={shortcut} inverted />}
    </div>,
    document.body,
  );
}

/** On the requested side, or the opposite one if there is no space; shifted to stay on the screen. */
function place(layer: HTMLElement, anchor: DOMRect, wished: TooltipSide): void {
  const { offsetWidth: width, offsetHeight: height } = layer;
  const { clientWidth, clientHeight } = document.documentElement;
  const space = { top: anchor.top, bottom: clientHeight - anchor.bottom, left: anchor.left };
  const spaces = { ...space, right: clientWidth - anchor.right };
  const needed = (wished === "top" || wished === "bottom" ? height : width) + GAP_PIXELS + EDGE_PIXELS;
  const side = spaces[wished] < needed && spaces[OPPOSITE[wished]] >= needed ? OPPOSITE[wished] : wished;
  const middle = { left: anchor.left + (anchor.width - width) / 2, top: anchor.top + (anchor.height - height) / 2 };
  const { left, top } = {
    top: { ...middle, top: anchor.top - height - GAP_PIXELS },
    bottom: { ...middle, top: anchor.bottom + GAP_PIXELS },
    left: { ...middle, left: anchor.left - width - GAP_PIXELS },
    right: { ...middle, left: anchor.right + GAP_PIXELS },
  }[side];
  layer.style.left = `${within(left, clientWidth - width)}px`;
  layer.style.top = `${within(top, clientHeight - height)}px`;
}

function within(value: number, most: number): number {
  return Math.round(Math.max(EDGE_PIXELS, Math.min(value, most - EDGE_PIXELS)));
}
