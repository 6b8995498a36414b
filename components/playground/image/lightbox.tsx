"use client";

import { ChevronLeft, ChevronRight, X } from "lucide-react";
import Image from "next/image";
import * as Primitive from "radix-ui/dialog";
import type { KeyboardEvent } from "react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { useReturnFocus } from "#components/ui/overlays/use-return-focus.ts";
import { cn } from "#lib/cn.ts";
import { ImageActions } from "./image-actions.tsx";
import type { OutputImage } from "./image-output.ts";
import { CHECKERS, factsOf } from "./image-tile.tsx";

type LightboxProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  images: readonly OutputImage[];
  /** The position of the visible one. */
  shown: number;
  onShown: (place: number) => void;
  prompt: string;
  onReference: (image: OutputImage) => void;
};

/** On a phone the arrows are on top of the image, which needs the full width. */
const OVER = "max-sm:absolute max-sm:bottom-3 max-sm:z-10 max-sm:bg-raised max-sm:shadow-lg";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** One image as large as the window allows; arrow keys switch images, Esc returns. */
export function Lightbox({ open, onOpenChange, images, shown, onShown, prompt, onReference }: LightboxProps) {
  const focus = useReturnFocus();
  const image = images[shown];
  if (!image) return null;
  const { width = 512, height = 512 } = image.pixels ?? {};
  const go = (by: number) => onShown((shown + by + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    go(step);
  };
  const onOpenAutoFocus = (event: Event) => {
    focus.onOpenAutoFocus(event);
    // Focuses the image, not the first button, whose tooltip would cover the image.
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
  };
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          data-modal
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          onKeyDown={onKeyDown}
          className="fixed inset-2 z-40 flex animate-layer-in flex-col rounded-lg bg-raised shadow-lg outline-none data-[state=closed]:animate-layer-out md:inset-6"
        >
          <div className="flex items-center gap-1 border-b py-2 pr-2 pl-4">
            <Primitive.Title className="shrink-0 font-medium text-base">
              Image {shown + 1} of {images.length}
            </Primitive.Title>
            <span className="mr-auto min-w-0 truncate pl-2 text-muted text-xs tabular-nums max-sm:invisible">
              {factsOf(image)}
            </span>
            <ImageActions image={image} onReference={onReference} />
            <Primitive.Close asChild>
              <IconButton label="Close" tooltip={false} className="ml-1">
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </div>
          <div className="relative flex min-h-0 flex-1 items-center justify-center gap-1 p-2">
            {images.length > 1 && (
              <IconButton label="Previous image" shortcut="←" onClick={() => go(-1)} className={cn(OVER, "left-3")}>
                <ChevronLeft aria-hidden />
              </IconButton>
            )}
            <div className="flex h-full min-w-0 flex-1 items-center justify-center">
              <Image
                unoptimized
                width={width}
                height={height}
                src={image.source}
                alt={`Image ${shown + 1} of ${images.length}: ${prompt}`}
                className={`${CHECKERS} max-h-full w-auto max-w-full object-contain`}
              />
            </div>
            {images.length > 1 && (
              <IconButton label="Next image" shortcut="→" onClick={() => go(1)} className={cn(OVER, "right-3")}>
                <ChevronRight aria-hidden />
              </IconButton>
            )}
          </div>
          <Primitive.Description className="line-clamp-3 border-t px-4 py-2.5 text-muted text-sm">
            {image.revisedPrompt ? `Revised prompt: ${image.revisedPrompt}` : prompt}
          </Primitive.Description>
          <span role="status" className="sr-only">
            Image {shown + 1} of {images.length}
          </span>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
