import { asciiBlock, readAscii } from "../exchange/ascii-wire.ts";
import { eventData } from "../exchange/event-bytes.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { blockOf, brokenOffError, postForm, postJson, unusableError } from "../exchange/send.ts";
import type { ImageAbilities } from "../image/abilities.ts";
import { type ImageOutput, type ImagePiece, pictureOf } from "../image/image-output.ts";
import type { ImageCall, ImageMaker } from "../image/maker.ts";
import { loadMask, loadReferences } from "../image/references.ts";
import type { Metered, MeteredPieces, ResponseFacts } from "../media.ts";
import { bearer } from "./bearer.ts";
import { openaiImageAbilities } from "./image-abilities.ts";
import { imageForm } from "./image-form.ts";
import { imageUsage } from "./image-usage.ts";

/**
 * Returns an adapter for `/images/generations` and `/images/edits` in OpenAI's dialect. `narrowed`: the abilities of an
 * upstream that differ from OpenAI's.
 */
export function openaiImage(narrowed: Partial<ImageAbilities> = {}): ImageMaker {
  const abilities = (model: string) => ({ ...openaiImageAbilities(model), ...narrowed });
  return { abilities, draw: (call) => draw(call, abilities(call.model)) };
}

async function draw(
  call: ImageCall,
  { streams = false }: ImageAbilities,
): Promise<Metered<ImageOutput> | MeteredPieces<ImagePiece>> {
  const fields = fieldsOf(call, streams);
  const references = await loadReferences(call);
  const mask = await loadMask(call);
  const headers = bearer(call.credential);
  const response =
    references.length === 0
      ? await postJson(call, "/images/generations", headers, fields)
      : await postForm(call, "/images/edits", headers, await imageForm(fields, references, mask));
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  return isStream ? streamImages(response, call.resolved.notes) : readImages(response, call.resolved.notes);
}

/** Returns the fields to send: those that this API normalizes in OpenAI's form, all others unchanged. */
function fieldsOf({ request, options, model, resolved: target }: ImageCall, streams: boolean): Block {
  const { aspect_ratio, resolution, input_references, mask, seed, stream, partial_images, ...rest } = request;
  const { pixels, quality, background, format, compression } = target;
  const fields: Block = {
    ...options,
    ...rest,
    model,
    size: pixels && `${pixels.width}x${pixels.height}`,
    quality,
    background,
    output_format: format,
    output_compression: compression,
    ...(stream && streams && { stream: true, partial_images: partial_images ?? PARTIAL_IMAGES }),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

/** The number of partial images in a stream unless the request sets one. */
const PARTIAL_IMAGES = 2;

async function readImages(response: Response, notes: string[]): Promise<Metered<ImageOutput>> {
  const reply = await readAscii(response);
  const pictures = list(reply.data).flatMap((item) => {
    const { b64_json, revised_prompt } = block(item);
    return pictureOf(b64_json, revised_prompt) ?? [];
  });
  if (pictures.length === 0) throw unusableError(reply);
  return { result: { pictures }, ...factsOf(reply), notes };
}

function streamImages(response: Response, notes: string[]): MeteredPieces<ImagePiece> {
  let latestFacts: ResponseFacts = { notes };
  return { pieces: read(), facts: () => latestFacts };

  async function* read(): AsyncGenerator<ImagePiece> {
    let completed = 0;
    for await (const data of eventData(response)) {
      if (data[0]?.equals(DONE)) break;
      const event = asciiBlock(response, data);
      const picture = pictureOf(event.b64_json);
      if (!picture || typeof event.type !== "string") continue;
      if (event.type.endsWith(".partial_image")) yield { picture, partial: Number(event.partial_image_index) || 0 };
      else if (event.type.endsWith(".completed")) {
        completed += 1;
        latestFacts = { ...factsOf(event), notes };
        yield { picture };
      }
    }
    if (completed === 0) throw brokenOffError();
  }
}

const DONE = Buffer.from("[DONE]");

function factsOf(response: Block): ResponseFacts {
  const rawUsage = blockOf(response, "usage");
  const usage = rawUsage && imageUsage(rawUsage);
  return { ...(usage && { usage }), ...(rawUsage && { rawUsage }) };
}
