import { createImage as endpoint } from "#lib/contract/images.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { images } from "./images.ts";
import { withReferences } from "./references.ts";

export const createImage = operation(endpoint)((gateway, call) =>
  runMedia(gateway, images, { ...call, raw: withReferences(call.raw) }),
);
