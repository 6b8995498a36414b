"use client";

import { X } from "lucide-react";
import * as Primitive from "radix-ui/dialog";
import { type CSSProperties, type ReactNode, useRef } from "react";
import { cn } from "#lib/cn.ts";
import { IconButton } from "../display/icon-button.tsx";
import { usePanelWidth } from "./panel-width.ts";
import { ResizeHandle } from "./resize-handle.tsx";
import { useReturnFocus } from "./use-return-focus.ts";

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons left of the close button: open in full, previous, next. */
  actions?: ReactNode;
  footer?: ReactNode;
  /**
   * False for a peek panel: the page behind stays interactive, clicks there do not close the panel, and it can be resized.
   */
  modal?: boolean;
  className?: string;
  children: ReactNode;
};

/** The layer of a sheet; `Sheet` loads it. */
export function SheetLayer({ open, onOpenChange, title, description, modal = true, ...props }: SheetProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const closeButton = useRef<HTMLButtonElement>(null);
  const { width } = usePanelWidth();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Primitive.Portal>
        {modal && (
          <Primitive.Overlay className="fixed inset-0 z-30 animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        )}
        <Primitive.Content
          data-modal={modal || undefined}
          // Not the first action, whose tooltip would cover the panel.
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus(event);
            event.preventDefault();
            closeButton.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          {...(modal ? {} : { onInteractOutside: (event: Event) => event.preventDefault() })}
          {...(modal ? {} : { style: { "--panel-width": `${width}px` } as CSSProperties })}
          className={cn(
            "fixed base:inset-y-0 right-0 z-30 flex w-full animate-sheet-in flex-col bg-raised shadow-lg [--sheet-x:24px] data-[state=closed]:animate-sheet-out",
            "max-md:inset-x-0 base:max-md:top-3 max-md:max-w-none max-md:rounded-t-lg max-md:[--sheet-x:0] max-md:[--sheet-y:24px]",
            modal ? "max-w-160" : "max-w-(--panel-width)",
            props.className,
          )}
        >
          {!modal && <ResizeHandle />}
          <div className="flex items-center gap-2 border-b px-4 py-3">
            <div className="flex min-w-0 flex-1 flex-col gap-0.5">
              <Primitive.Title className="truncate font-medium text-lg">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-muted text-sm">{description}</Primitive.Description>
              )}
            </div>
            {props.actions}
            <Primitive.Close ref={closeButton} asChild>
              <IconButton label="Close" tooltip={false}>
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">{props.children}</div>
          {props.footer && <div className="flex justify-end gap-2 border-t px-4 py-3">{props.footer}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
