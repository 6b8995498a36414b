"use client";

import type { ReactElement } from "react";
import { ButtonWithLayer } from "./button-with-layer.tsx";
import { popoverLayer } from "./popover-box.tsx";
import type { PopoverContent } from "./popover-layer.tsx";

type PopoverProps = PopoverContent & {
  /** The button that opens it. */
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** A small layer next to its button, closed by Esc and by a click outside. */
export function Popover({ trigger, open, onOpenChange, ...content }: PopoverProps) {
  return (
    <ButtonWithLayer
      kind="dialog"
      trigger={trigger}
      layer={popoverLayer}
      layerProps={content}
      open={open}
      onOpenChange={onOpenChange}
    />
  );
}
