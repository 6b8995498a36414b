import { type Block, block, list } from "../exchange/json.ts";
import { unusableError } from "../exchange/send.ts";
import { toBase64 } from "./base64.ts";
import { type Picture, pictureOf } from "./image-output.ts";
import type { ImageCall } from "./maker.ts";

/**
 * Returns the images of a response in the form of OpenAI's `/images/generations`, at least one. Servers may return URLs
 * even if base64 was requested. Throws `unusableError` if there is no image.
 */
export async function picturesIn(call: ImageCall, response: Block): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const item of list(response.data).map(block)) pictures.push(...(await pictureIn(call, item)));
  if (pictures.length === 0) throw unusableError(response);
  return pictures;
}

async function pictureIn({ loadResponseFile }: ImageCall, item: Block): Promise<Picture[]> {
  const inline = pictureOf(item.b64_json, item.revised_prompt);
  if (inline || typeof item.url !== "string") return inline ? [inline] : [];
  const { data } = await loadResponseFile(item.url);
  return [pictureOf(await toBase64(data), item.revised_prompt)].filter((picture) => picture !== undefined);
}
