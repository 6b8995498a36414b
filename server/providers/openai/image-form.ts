import type { Block } from "../exchange/json.ts";
import { pacedBlob } from "../exchange/paced-blob.ts";
import type { Reference } from "../image/references.ts";

/** Returns the form of `/images/edits`. */
export async function imageForm(fields: Block, references: readonly Reference[], mask?: Reference): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  for (const [at, { mediaType, data }] of references.entries()) {
    const file = await pacedBlob([data], mediaType);
    form.append("image[]", file, `reference-${at + 1}.${extensionOf(mediaType)}`);
  }
  if (mask) form.append("mask", await pacedBlob([mask.data], mask.mediaType), `mask.${extensionOf(mask.mediaType)}`);
  return form;
}

function extensionOf(mediaType: string): string {
  return mediaType.replace(/^image\/|\+.*$/g, "");
}
