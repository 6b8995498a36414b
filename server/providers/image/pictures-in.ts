import type { Block } from "../exchange/json.ts";
import { toBase64 } from "./base64.ts";
import { type Picture, pictureOf } from "./drawn.ts";
import type { ImageCall } from "./maker.ts";

/** Returns the image of an item: servers may return a URL even if base64 was requested. */
export async function picturesIn({ loadResponseFile }: ImageCall, item: Block): Promise<Picture[]> {
  const inline = pictureOf(item.b64_json, item.revised_prompt);
  if (inline || typeof item.url !== "string") return inline ? [inline] : [];
  const { data } = await loadResponseFile(item.url);
  return [pictureOf(await toBase64(data), item.revised_prompt)].filter((picture) => picture !== undefined);
}
