"use client";

import type { ReactElement } from "react";
import { Anchored } from "./anchored.tsx";
import { lazyLayer } from "./lazy-layer.tsx";
import type { PopoverContent } from "./popover-layer.tsx";

const layer = lazyLayer(() => import("./popover-layer.tsx").then(({ PopoverLayer }) => PopoverLayer));

type PopoverProps = PopoverContent & {
  /** The button that opens it. */
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** A small layer next to its button, closed by Esc and by a click outside. */
export function Popover({ trigger, open, onOpenChange, ...content }: PopoverProps) {
  return (
    <Anchored
      kind="dialog"
      trigger={trigger}
      layer={layer}
      layerProps={content}
      open={open}
      onOpenChange={onOpenChange}
    />
  );
}
