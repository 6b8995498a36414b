"use client";

import * as Primitive from "radix-ui/popover";
import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import type { AnchoredLayer } from "./button-with-layer.tsx";
import { useAnchoredFocus } from "./use-anchored-focus.ts";

export type PopoverContent = {
  /** Accessible name of the layer. */
  label: string;
  align?: "start" | "center" | "end" | undefined;
  side?: "top" | "right" | "bottom" | "left" | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** The layer of a popover; `Popover` and `PopoverBox` load it. */
export function PopoverLayer({ id, open, onOpenChange, anchor, ...content }: PopoverContent & AnchoredLayer) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Anchor virtualRef={anchor} />
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          aria-label={content.label}
          align={content.align ?? "start"}
          {...(content.side ? { side: content.side } : {})}
          sideOffset={6}
          collisionPadding={8}
          {...useAnchoredFocus(anchor)}
          className={cn(
            "z-50 base:w-72 max-w-[calc(100vw-1rem)] animate-layer-in rounded-lg bg-raised base:p-3 shadow-lg outline-none data-[state=closed]:animate-layer-out",
            content.className,
          )}
        >
          {content.children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
