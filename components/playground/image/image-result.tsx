"use client";

import { useState } from "react";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { cn } from "#lib/cn.ts";
import type { GeneratedImage, OutputImage } from "./image-output.ts";
import { ImageTile } from "./image-tile.tsx";

const lightbox = lazyLayer(() => import("./lightbox.tsx").then(({ Lightbox }) => Lightbox));

type ImageResultProps = { made: GeneratedImage; onReference: (image: OutputImage) => void };

/** The generated images, each with buttons to enlarge, save, copy, or use as a reference. */
export function ImageResult({ made, onReference }: ImageResultProps) {
  const { images, unfinished, requestedCount: wanted, prompt } = made;
  const [shown, setShown] = useState(0);
  const [open, setOpen] = useState(false);
  const count = Math.max(wanted, images.length);
  return (
    <>
      <ul aria-label="Images" className={cn("grid gap-4", columnsFor(count))}>
        {images.map((image) => (
          <ImageTile
            key={image.place}
            image={image}
            alt={`Image ${image.place + 1} of ${count}: ${prompt}`}
            onOpen={() => {
              setShown(image.place);
              setOpen(true);
            }}
            onReference={onReference}
          />
        ))}
        {unfinished && (
          <ImageTile
            key={unfinished.place}
            image={unfinished}
            alt={`Image ${unfinished.place + 1} of ${count}, partial: ${prompt}`}
          />
        )}
      </ul>
      <LazyContent
        layer={lightbox}
        props={{ open, onOpenChange: setOpen, images, shown, onShown: setShown, prompt, onReference }}
      />
    </>
  );
}

/** Returns the columns: one image alone, two and four in pairs, others in as many columns as fit. */
function columnsFor(count: number): string {
  if (count === 1) return "max-w-md";
  if (count === 2 || count === 4) return "max-w-3xl sm:grid-cols-2";
  return "grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))]";
}
