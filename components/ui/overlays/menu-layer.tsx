"use client";

import { Menu as Primitive } from "radix-ui/internal";
import { cn } from "#lib/cn.ts";
import type { AnchoredLayer } from "./button-with-layer.tsx";
import { type MenuContent, MenuParts } from "./menu-parts.ts";
import { useAnchoredFocus } from "./use-anchored-focus.ts";

/** The layer of a menu; `Menu` and `MenuBox` load it. */
export function MenuLayer({ id, open, onOpenChange, anchor, byKeyboard, ...content }: MenuContent & AnchoredLayer) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Primitive.Anchor virtualRef={anchor} />
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          aria-labelledby={anchor.current?.id}
          align={content.align ?? "end"}
          side={content.side ?? "bottom"}
          sideOffset={4}
          collisionPadding={8}
          {...useAnchoredFocus(anchor, byKeyboard ? focusFirstItem : undefined)}
          className={cn(
            "z-50 max-h-(--radix-popper-available-height) min-w-48 animate-layer-in overflow-y-auto rounded-lg bg-raised p-1 shadow-lg outline-none data-[state=closed]:animate-layer-out",
            content.className,
          )}
        >
          <MenuParts value={Primitive}>{content.children}</MenuParts>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The layer gets the focus when it opens; users who opened it by keyboard continue with the arrow keys. */
function focusFirstItem(layer: HTMLElement): void {
  const first = layer.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])");
  if (first) requestAnimationFrame(() => first.focus());
}
