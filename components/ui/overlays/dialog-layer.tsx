"use client";

import { X } from "lucide-react";
import * as Primitive from "radix-ui/dialog";
import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { IconButton } from "../display/icon-button.tsx";
import { useReturnFocus } from "./use-return-focus.ts";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  /** Buttons at the bottom right; the action last. */
  footer?: ReactNode;
  width?: "small" | "medium" | "large";
  /** Ignores Esc, clicks outside and the close button, for content that must not be lost. */
  locked?: boolean;
  children?: ReactNode;
};

const WIDTHS = { small: "max-w-md", medium: "max-w-xl", large: "max-w-3xl" } as const;

/** The layer of a modal dialog; `Dialog` loads it. */
export function DialogLayer({ open, onOpenChange, title, description, footer, locked = false, ...props }: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const keep = locked ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (next || !locked) && onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          data-modal
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus(event);
            focusFirstField(event);
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          {...(keep ? { onEscapeKeyDown: keep, onInteractOutside: keep } : {})}
          className={cn(
            "fixed inset-x-3 top-[max(1rem,10dvh)] z-40 mx-auto flex max-h-[80dvh] animate-layer-in flex-col rounded-lg bg-raised shadow-lg data-[state=closed]:animate-layer-out",
            WIDTHS[props.width ?? "small"],
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="flex min-w-0 flex-col gap-1">
              <Primitive.Title className="break-words font-medium text-lg">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-muted text-sm">{description}</Primitive.Description>
              )}
            </div>
            {!locked && (
              <Primitive.Close asChild>
                <IconButton label="Close" tooltip={false} className="-mt-1 -mr-2">
                  <X aria-hidden />
                </IconButton>
              </Primitive.Close>
            )}
          </div>
          {props.children && <div className="flex flex-col gap-4 overflow-y-auto px-5 pt-1 pb-5">{props.children}</div>}
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const FIELDS = "input[type=text], input[type=password], input[type=search], textarea, input[type=radio]:checked";

/** The focus starts in a form's first field, not on the close button. */
function focusFirstField(event: Event): void {
  const layer = event.currentTarget as HTMLElement;
  const field = layer.querySelector<HTMLElement>(FIELDS);
  if (!field) return;
  event.preventDefault();
  field.focus();
}
