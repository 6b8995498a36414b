import { buffer } from "node:stream/consumers";
import { MAX_VIDEO_IMAGE_BYTES, VideoRequest } from "#lib/contract/videos.ts";
import { findFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { type FilePart, readForm } from "#server/http/bodies/form-data.ts";
import { formTags } from "#server/http/bodies/form-tags.ts";
import type { Call } from "#server/http/operation.ts";
import { createKindReader } from "#server/storage/kind/kind-reader.ts";

type Body = Record<string, unknown>;
type Incoming = Pick<Call, "request" | "source" | "hold" | "raw"> & { body: VideoRequest | undefined };

/**
 * Reads the body of a video request, JSON or a form, and converts it to the API's own format. Throws 400 and 413 for an
 * invalid body, and 404 for a file that the workspace does not have.
 */
export async function readVideoCall(gateway: Gateway, workspaceId: string, call: Incoming): Promise<Body> {
  const given = call.body ? call.raw : await fromForm(call);
  const { seconds, input_reference: reference, ...body } = given as Body & VideoRequest;
  const image =
    reference?.image_url ?? (reference?.file_id && (await storedImage(gateway, workspaceId, reference.file_id)));
  return {
    ...body,
    ...(seconds && { duration: durationOf(Number(seconds), body.duration) }),
    ...(image && { frame_images: framesOf(image, body.frame_images) }),
  };
}

function durationOf(seconds: number, duration: number | null | undefined): number {
  if (!duration || duration === seconds) return seconds;
  throw new HttpError(400, `Invalid request: seconds: ${seconds} contradicts the duration ${duration}`);
}

/** In OpenAI's dialect the reference is the first frame. */
function framesOf(url: string, frames: VideoRequest["frame_images"]) {
  if (frames?.some(({ frame_type: type }) => type === "first_frame")) {
    throw new HttpError(400, "Invalid request: input_reference: frame_images already has a first frame");
  }
  return [...(frames ?? []), { type: "image_url", image_url: { url }, frame_type: "first_frame" }];
}

const IN_JSON = ["frame_images", "input_references", "provider", "trace"];
const AS_NUMBERS = ["duration", "seed"];

async function fromForm({ request, source, hold }: Incoming): Promise<Body> {
  const { file, fields, lists } = await readForm<string | undefined>(request.headers, source(), {
    part: "input_reference",
    without: () => undefined,
    maxBytes: MAX_VIDEO_IMAGE_BYTES,
    hold,
    take: uploadedImage,
  });
  const { "input_reference[image_url]": imageUrl, "input_reference[file_id]": fileId, ...texts } = fields;
  const body: Body = { ...texts };
  const tags = formTags(fields, lists);
  if (tags) body.tags = tags;
  for (const name of IN_JSON) if (texts[name] !== undefined) body[name] = inJson(texts[name], name);
  for (const name of AS_NUMBERS) if (texts[name] !== undefined) body[name] = Number(texts[name] || Number.NaN);
  if (texts.generate_audio !== undefined) body.generate_audio = texts.generate_audio === "true";
  if (file ?? imageUrl ?? fileId) body.input_reference = { image_url: file ?? imageUrl, file_id: fileId };
  parseInput(VideoRequest, body, "request");
  return body;
}

function inJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, `Invalid request: ${name}: must be JSON`);
  }
}

async function uploadedImage({ bytes }: FilePart): Promise<string> {
  const kind = createKindReader();
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) {
    kind.push(chunk);
    chunks.push(chunk);
  }
  return dataUrl(kind.end(), Buffer.concat(chunks));
}

async function storedImage({ database, storage }: Gateway, workspaceId: string, id: string): Promise<string> {
  const row = await findFile(database.queries, workspaceId, id);
  if (!row) throw new HttpError(404, `No such file: ${id}`);
  if (row.sizeBytes > MAX_VIDEO_IMAGE_BYTES) throw new HttpError(413, `${id} is too large for an image`);
  return dataUrl(row.mimeType, await buffer(await storage.open(id)));
}

function dataUrl(mimeType: string | undefined, bytes: Buffer): string {
  if (mimeType && /^image\/(png|jpeg|webp)$/.test(mimeType))
    return `data:${mimeType};base64,${bytes.toString("base64")}`;
  throw new HttpError(400, "Invalid request: input_reference: must be a PNG, JPEG or WebP image");
}
