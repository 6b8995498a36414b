import type { LanguageModelV4File } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";

/** Returns the images of a message: `images` as OpenRouter sends them, and parts of its content. */
export function fileParts(message: Block, note: Note): LanguageModelV4File[] {
  const parts = [...list(message.images), ...list(message.content)].map(block);
  const pictures = parts.filter(({ type, image_url }) => type === "image_url" || image_url !== undefined);
  return pictures.flatMap(({ image_url: named }) => {
    const url = typeof named === "string" ? named : block(named).url;
    const file = typeof url === "string" ? fileAt(url) : undefined;
    if (!file) note("image");
    return file ? [file] : [];
  });
}

const DATA_URL = /^data:(image\/[\w.+-]{1,40});base64,/;

function fileAt(url: string): LanguageModelV4File | undefined {
  const [head, mediaType] = DATA_URL.exec(url.slice(0, 100)) ?? [];
  if (head && mediaType) return { type: "file", mediaType, data: { type: "data", data: url.slice(head.length) } };
  if (!url.startsWith("https://") || !URL.canParse(url)) return undefined;
  return { type: "file", mediaType: "image/*", data: { type: "url", url: new URL(url) } };
}
