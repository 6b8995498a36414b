import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ImageEditRequest, MAX_EDITED_IMAGE_BYTES, MAX_EDITED_IMAGES } from "#lib/contract/image-edits.ts";
import { findFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { type FilePart, readFilesForm } from "#server/http/bodies/form-data.ts";
import { formTags } from "#server/http/bodies/form-tags.ts";
import type { Call } from "#server/http/operation.ts";
import { createKindReader } from "#server/storage/kind/kind-reader.ts";

type Body = Record<string, unknown>;
type Incoming = Pick<Call, "request" | "source" | "hold" | "raw" | "principal"> & {
  body: ImageEditRequest | undefined;
};
type Given = NonNullable<ImageEditRequest["mask"]>;

/** An image in the terms of `POST /images`. */
type Image = { type: "image_url"; image_url: { url: string } };

/**
 * Reads an image edit, JSON or a form, with its images as addresses. Throws 400 and 413 for an invalid body, and 404 for
 * a file that the workspace does not have.
 */
export async function readImageEdit(
  gateway: Gateway,
  call: Incoming,
): Promise<Body & { images: Image[]; mask: Image | undefined }> {
  const { images, mask, ...body } = call.body
    ? (call.raw as Body & ImageEditRequest)
    : await fromForm(call, gateway.environment.MAX_BODY_BYTES);
  const located: Image[] = [];
  for (const [at, image] of images.entries()) located.push(await locate(gateway, call, image, `images[${at}]`));
  return { ...body, images: located, mask: mask ? await locate(gateway, call, mask, "mask") : undefined };
}

async function locate(gateway: Gateway, { principal }: Incoming, image: Given, place: string): Promise<Image> {
  const { image_url: url, file_id: id } = image;
  return {
    type: "image_url",
    image_url: { url: url ?? (await storedImage(gateway, principal.workspaceId, id ?? "", place)) },
  };
}

const PARTS = ["image", "image[]", "mask"];
const AS_JSON = ["provider", "trace"];
const AS_NUMBERS = ["n", "output_compression", "partial_images", "seed"];

async function fromForm({ request, source, hold }: Incoming, maxTotalBytes: number): Promise<ImageEditRequest> {
  const { files, fields, lists } = await readFilesForm(request.headers, source(), {
    parts: PARTS,
    maxFiles: MAX_EDITED_IMAGES + 1,
    maxBytes: MAX_EDITED_IMAGE_BYTES,
    maxTotalBytes,
    hold,
    take: uploadedImage,
  });
  const body: Body = { ...fields };
  const tags = formTags(fields, lists);
  if (tags) body.tags = tags;
  for (const name of AS_JSON) if (fields[name] !== undefined) body[name] = inJson(fields[name], name);
  for (const name of AS_NUMBERS) if (fields[name] !== undefined) body[name] = Number(fields[name] || Number.NaN);
  if (fields.stream !== undefined) body.stream = fields.stream === "true";
  const masks = files.filter(({ name }) => name === "mask");
  if (masks.length > 1) throw new HttpError(400, "Invalid request: mask: only one is accepted");
  body.images = files.filter(({ name }) => name !== "mask").map(({ url }) => ({ image_url: url }));
  if (masks[0]) body.mask = { image_url: masks[0].url };
  return parseInput(ImageEditRequest, body, "request");
}

function inJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, `Invalid request: ${name}: must be JSON`);
  }
}

async function uploadedImage({ name, bytes }: FilePart): Promise<{ name: string; url: string }> {
  const kind = createKindReader();
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) {
    kind.push(chunk);
    chunks.push(chunk);
  }
  return { name, url: await dataUrl(kind.end(), Buffer.concat(chunks), name) };
}

async function storedImage({ database, storage }: Gateway, workspaceId: string, id: string, place: string) {
  const row = await findFile(database.queries, workspaceId, id);
  if (!row) throw new HttpError(404, `No such file: ${id}`);
  if (row.sizeBytes > MAX_EDITED_IMAGE_BYTES) throw new HttpError(413, `${id} is too large for an image`);
  return dataUrl(row.mimeType, await buffer(await storage.open(id)), place);
}

async function dataUrl(mimeType: string | undefined, bytes: Buffer, place: string): Promise<string> {
  if (!mimeType || !/^image\/(png|jpeg|webp)$/.test(mimeType))
    throw new HttpError(400, `Invalid request: ${place}: must be a PNG, JPEG or WebP image`);
  return `data:${mimeType};base64,${await inBase64(bytes)}`;
}

/** A whole number of base64 groups; about two milliseconds of work. */
const SLICE_BYTES = 3 * 1024 * 1024;

async function inBase64(bytes: Buffer): Promise<string> {
  const slices: string[] = [];
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn();
    slices.push(bytes.toString("base64", at, at + SLICE_BYTES));
  }
  return slices.join("");
}
