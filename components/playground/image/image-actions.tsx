"use client";

import { Copy, Download, ImagePlus } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { copyImage, saveImage } from "./image-file.ts";
import type { OutputImage } from "./image-output.ts";

type ImageActionsProps = { image: OutputImage; onReference: (image: OutputImage) => void };

/** Actions for a generated image. */
export function ImageActions({ image, onReference }: ImageActionsProps) {
  const name = `image ${image.place + 1}`;
  const copy = async () => {
    if (await copyImage(image)) toastDone("Copied as PNG");
    else
      toastFailed("The image could not be copied", {
        description: "The clipboard needs HTTPS. Download the image instead.",
      });
  };
  return (
    <>
      <IconButton size="small" label={`Download ${name}`} onClick={() => saveImage(image)}>
        <Download aria-hidden />
      </IconButton>
      <IconButton size="small" label={`Copy ${name}`} onClick={() => void copy()}>
        <Copy aria-hidden />
      </IconButton>
      <IconButton size="small" label={`Use ${name} as reference`} onClick={() => onReference(image)}>
        <ImagePlus aria-hidden />
      </IconButton>
    </>
  );
}
