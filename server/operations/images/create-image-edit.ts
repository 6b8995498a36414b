import { createImageEdit as endpoint } from "#lib/contract/image-edits.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { toImagesBody } from "./create-image-generation.ts";
import { imageEdits } from "./image-generations.ts";
import { readImageEdit } from "./read-image-edit.ts";

export const createImageEdit = operation(endpoint)(async (gateway, call) => {
  const { images, mask, ...body } = await readImageEdit(gateway, call);
  // The fields of a form are only known now; a rejection records the model.
  call.raw = toImagesBody({ ...body, input_references: images, ...(mask && { mask }) });
  return runMedia(gateway, imageEdits, call).catch((thrown) => {
    // The caller knows the field by another name.
    if (thrown instanceof HttpError) thrown.message = thrown.message.replaceAll("input_references", "images");
    throw thrown;
  });
});
