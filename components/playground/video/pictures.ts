import { MAX_VIDEO_IMAGE_BYTES } from "#lib/contract/videos.ts";
import { newId } from "../new-id.ts";

/** An image sent with a prompt: a file as a data URL, or an address. */
export type Picture = { id: string; name: string; url: string; sizeBytes?: number };

/** The images for a video. */
export type Pictures = {
  first: Picture | undefined;
  last: Picture | undefined;
  references: readonly Picture[];
};

export const NO_PICTURES: Pictures = { first: undefined, last: undefined, references: [] };
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export const MOST_REFERENCES = 16;

/** Returns why a file cannot be sent; undefined if it can. */
export function pictureProblem({ name, type, size }: Pick<File, "name" | "type" | "size">): string | undefined {
  if (!PICTURE_TYPES.some((known) => known === type)) return `${name} is not a PNG, JPEG or WebP image.`;
  if (size === 0) return `${name} is empty.`;
  return size > MAX_VIDEO_IMAGE_BYTES ? `${name} is larger than 20 MB.` : undefined;
}

/** Returns the image at a pasted address; undefined if the text is not an address. */
export function pictureAt(text: string): Picture | undefined {
  const address = text.trim();
  if (!/^https?:\/\/\S+$/.test(address) || address.length > 8192 || !URL.canParse(address)) return undefined;
  return { id: newId(), name: address, url: address };
}

/** Reads files, with a sentence for each that cannot be sent. */
export async function readPictures(files: readonly File[]): Promise<{ pictures: Picture[]; problems: string[] }> {
  const pictures: Picture[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const problem = pictureProblem(file);
    if (problem) problems.push(problem);
    else pictures.push({ id: newId(), name: file.name, url: await dataUrlOf(file), sizeBytes: file.size });
  }
  return { pictures, problems };
}

/** Replaces data URLs in a body with names, for code and storage. */
export function withoutData<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (name, inner: unknown) =>
      name === "url" && typeof inner === "string" && inner.startsWith("data:")
        ? `${inner.slice(0, inner.indexOf(",") + 1)}BASE64_OF_THE_IMAGE`
        : inner,
    ),
  ) as Value;
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((read, failed) => {
    const reader = new FileReader();
    reader.onerror = () => failed(reader.error);
    reader.onload = () => read(String(reader.result));
    reader.readAsDataURL(file);
  });
}
