import { saveFile } from "#components/ui/save-file.ts";
import type { OutputImage } from "./image-output.ts";
import { dataUrlOf, type Reference, referenceOf } from "./references.ts";

const EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/gif": "gif",
};

/** Returns an image's file name; its position in the response is counted from 1. */
export function nameOf({ place, mediaType }: OutputImage): string {
  return `image-${place + 1}.${EXTENSIONS[mediaType] ?? "png"}`;
}

/** "PNG", "SVG". */
export function kindOf({ mediaType }: OutputImage): string {
  return (mediaType.split("/")[1] ?? "").replace("+xml", "").toUpperCase();
}

/** Lets the browser save an image. */
export function saveImage(image: OutputImage): void {
  saveFile(blobOf(image), nameOf(image));
}

/**
 * Copies an image to the clipboard as PNG, the only format that clipboards support. Returns false if the browser has no
 * clipboard, or refuses.
 */
export async function copyImage(image: OutputImage): Promise<boolean> {
  try {
    // Both are undefined without a secure context, although their types say otherwise.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(image) })]);
    return true;
  } catch {
    return false;
  }
}

/** Converts an image to a reference. SVG drawings become PNG, since hardly any model accepts SVG. */
export async function toReference(made: OutputImage): Promise<Reference> {
  if (made.mediaType !== "image/svg+xml") return referenceOf(nameOf(made), made.source, made.sizeBytes);
  const png = await pngOf(made);
  return referenceOf(`image-${made.place + 1}.png`, await dataUrlOf(png), png.size);
}

/** Returns the image with its dimensions, to reserve space before it is shown. */
export async function measureImage(made: OutputImage): Promise<OutputImage> {
  const image = await decodeImage(made).catch(() => undefined);
  return image ? { ...made, pixels: { width: image.naturalWidth, height: image.naturalHeight } } : made;
}

async function pngOf(made: OutputImage): Promise<Blob> {
  if (made.mediaType === "image/png") return blobOf(made);
  const image = await decodeImage(made);
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The canvas is empty"))), "image/png");
  });
}

async function decodeImage({ source }: OutputImage): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}

function blobOf({ source, mediaType }: OutputImage): Blob {
  const bytes = Uint8Array.from(atob(source.slice(source.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: mediaType });
}
