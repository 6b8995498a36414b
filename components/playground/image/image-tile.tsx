"use client";

import Image from "next/image";
import { formatBytes } from "#lib/format.ts";
import { ImageActions } from "./image-actions.tsx";
import { kindOf } from "./image-file.ts";
import type { OutputImage } from "./image-output.ts";

type ImageTileProps = {
  image: OutputImage;
  alt: string;
  /** Absent for a partial image. */
  onOpen?: () => void;
  onReference?: (image: OutputImage) => void;
};

/** Background of transparent parts of an image. */
export const CHECKERS =
  "bg-[length:16px_16px] bg-[repeating-conic-gradient(var(--well-strong)_0_25%,var(--raised)_0_50%)]";

/** One image of a response; a click enlarges it. */
export function ImageTile({ image, alt, onOpen, onReference }: ImageTileProps) {
  const { width = 512, height = 512 } = image.pixels ?? {};
  const picture = (
    <Image
      unoptimized
      src={image.source}
      alt={alt}
      width={width}
      height={height}
      className={`${CHECKERS} max-h-[70dvh] w-full object-contain`}
    />
  );
  return (
    <li className="flex min-w-0 flex-col gap-1">
      {onOpen ? (
        <button
          type="button"
          onClick={onOpen}
          title="View full size"
          className="block cursor-zoom-in overflow-hidden rounded-md border"
        >
          {picture}
        </button>
      ) : (
        <div className="overflow-hidden rounded-md border border-dashed">{picture}</div>
      )}
      <div className="flex min-h-6 items-center gap-1">
        <span className="mr-auto min-w-0 truncate text-muted text-xs tabular-nums">
          {onOpen ? factsOf(image) : "Partial"}
        </span>
        {onReference && <ImageActions image={image} onReference={onReference} />}
      </div>
      {image.revisedPrompt && (
        <p className="line-clamp-3 text-muted text-xs" title={image.revisedPrompt}>
          Revised prompt: {image.revisedPrompt}
        </p>
      )}
    </li>
  );
}

/** "1024 × 1024, PNG, 24 kB". */
export function factsOf(image: OutputImage): string {
  const { pixels, sizeBytes } = image;
  const sides = pixels ? `${pixels.width} × ${pixels.height}` : "cannot be displayed";
  return `${sides}, ${kindOf(image)}, ${formatBytes(sizeBytes)}`;
}
