import { newId } from "../new-id.ts";
import { type Json, numberOf, textOf } from "../read-json.ts";

/** A reference image: at an address, or a file of this tab. */
export type Reference = {
  id: string;
  name: string;
  sizeBytes: number;
  /** Absent for a file, whose content is too large to survive a reload. */
  address?: string;
};

export const REFERENCE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
/** Limit for all references: in base64, with the rest of the request, they stay within 64 MiB. */
export const MOST_REFERENCE_BYTES = 45_000_000;

/** Contents of files as data URLs, by the reference's id. */
const contents = new Map<string, string>();

/** Returns a reference's address, or its content as a data URL. */
export function addressOf({ id, address }: Reference): string {
  return address ?? contents.get(id) ?? "";
}

/** Creates a reference from a file, or from an image generated here. */
export function referenceOf(name: string, dataUrl: string, sizeBytes: number): Reference {
  const id = newId();
  contents.set(id, dataUrl);
  return { id, name, sizeBytes };
}

/** Drops a reference's content. */
export function forgetReference({ id }: Reference): void {
  contents.delete(id);
}

/** Restores a stored reference; undefined for a file whose content was not stored. */
export function readReference(kept: Json): Reference | undefined {
  const id = textOf(kept.id) || newId();
  const address = textOf(kept.address);
  if (address === "" && !contents.has(id)) return undefined;
  const shared = { id, name: textOf(kept.name), sizeBytes: numberOf(kept.sizeBytes) ?? 0 };
  return address ? { ...shared, address } : shared;
}

/** Checks only the start of the address, like the gateway; only fetching it shows whether it is an image. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/./i.test(text) && URL.canParse(text);
}

/** Returns the addresses in a text, separated by lines or spaces, and the words that are not addresses. */
export function addressesIn(text: string): { references: Reference[]; wrong: string[] } {
  const words = text.split(/\s+/).filter(Boolean);
  return {
    references: words.filter(isAddress).map((address) => ({ id: newId(), name: address, sizeBytes: 0, address })),
    wrong: words.filter((word) => !isAddress(word)),
  };
}

/** Reads files as references, with a sentence for each file that is not an image. */
export async function readFiles(files: readonly File[]): Promise<{ references: Reference[]; problems: string[] }> {
  const references: Reference[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const problem = fileProblem(file);
    if (problem) problems.push(problem);
    else references.push(referenceOf(file.name, await dataUrlOf(file), file.size));
  }
  return { references, problems };
}

/** Returns why a file cannot be a reference; undefined if it can. */
export function fileProblem({ name, type, size }: Pick<File, "name" | "type" | "size">): string | undefined {
  if (!REFERENCE_TYPES.some((known) => known === type)) return `${name} is not a PNG, JPEG, WebP or GIF image.`;
  if (size === 0) return `${name} is empty.`;
  return size > MOST_REFERENCE_BYTES ? `${name} is larger than 45 MB.` : undefined;
}

export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(file);
  });
}
