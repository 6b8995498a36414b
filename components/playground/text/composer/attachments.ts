import { newId } from "#components/playground/new-id.ts";
import type { Attachment } from "../pane/conversation.ts";

/** Formats that both dialects accept. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
/** Providers reject larger images; a data URL is a third longer than its file. */
export const MOST_IMAGE_BYTES = 5_000_000;
export const MOST_IMAGES = 8;

/** Returns why a file cannot be sent; undefined if it can. */
export function attachmentProblem(file: Pick<File, "name" | "type" | "size">, already: number): string | undefined {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return `${file.name} is not a PNG, JPEG, WebP or GIF image.`;
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > MOST_IMAGE_BYTES) return `${file.name} is larger than 5 MB.`;
  return already >= MOST_IMAGES ? `At most ${MOST_IMAGES} images per message.` : undefined;
}

/** Reads files as data URLs, with a sentence for each that cannot be sent. */
export async function readAttachments(
  files: readonly File[],
  already: number,
): Promise<{ attachments: Attachment[]; problems: string[] }> {
  const attachments: Attachment[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const problem = attachmentProblem(file, already + attachments.length);
    if (problem) problems.push(problem);
    else attachments.push(await readAttachment(file));
  }
  return { attachments, problems };
}

function readAttachment(file: File): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () =>
      resolve({
        id: newId(),
        name: file.name,
        mediaType: file.type,
        dataUrl: String(reader.result),
        sizeBytes: file.size,
      });
    reader.readAsDataURL(file);
  });
}
