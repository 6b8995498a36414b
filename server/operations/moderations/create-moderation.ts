import { DEFAULT_MODERATION_MODEL, createModeration as endpoint } from "#lib/contract/moderations.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { moderation } from "./moderation.ts";

export const createModeration = operation(endpoint)((gateway, call) => {
  if (call.body.model) return runMedia(gateway, moderation, call);
  // A rejection records the model too.
  call.raw = { ...call.raw, model: DEFAULT_MODERATION_MODEL };
  return runMedia(gateway, moderation, call);
});
