import { UpstreamError } from "#server/errors.ts";
import { postAscii, readAscii } from "../exchange/ascii-wire.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { blockOf, unusableError } from "../exchange/send.ts";
import { toBase64 } from "../image/base64.ts";
import { type ImageOutput, pictureOf } from "../image/image-output.ts";
import type { ImageCall, ImageMaker } from "../image/maker.ts";
import { loadReferences } from "../image/references.ts";
import type { Metered } from "../media.ts";
import { googleImageAbilities, isImagen } from "./image-abilities.ts";
import { generateWithImagen } from "./imagen.ts";
import { geminiUsage } from "./usage.ts";

/** Generates images with Gemini's image models, which return them as response parts, and with Imagen. */
export const googleImage: ImageMaker = {
  abilities: googleImageAbilities,
  draw: (call) => (isImagen(call.model) ? generateWithImagen(call) : drawWithGemini(call)),
};

async function drawWithGemini(call: ImageCall): Promise<Metered<ImageOutput>> {
  const path = `/v1beta/models/${call.model}:generateContent`;
  const response = await postAscii(call, path, { "x-goog-api-key": call.credential }, await bodyOf(call));
  const reply = await readAscii(response);
  const parts = list(reply.candidates).flatMap((candidate) => list(block(block(candidate).content).parts).map(block));
  // Images from the model's reasoning are not part of the response.
  const images = parts.filter(({ thought }) => thought !== true).map(({ inlineData }) => block(inlineData));
  const pictures = images.flatMap(({ data }) => pictureOf(data) ?? []);
  if (pictures.length === 0) throw withheldError(reply);
  const rawUsage = blockOf(reply, "usageMetadata");
  return {
    result: { pictures },
    ...(rawUsage && { usage: geminiUsage(rawUsage), rawUsage }),
    ...(typeof reply.responseId === "string" && { upstreamId: reply.responseId }),
    notes: call.resolved.notes,
  };
}

async function bodyOf(call: ImageCall): Promise<Block> {
  const { request, options, resolved: target } = call;
  const references = await loadReferences(call);
  const inline = [];
  for (const { mediaType, data } of references)
    inline.push({ inlineData: { mimeType: mediaType, data: await toBase64(data) } });
  const { aspect, tier, seed } = target;
  const imageConfig = { ...(aspect && { aspectRatio: aspect }), ...(tier && { imageSize: tier }) };
  return {
    ...options,
    contents: [{ role: "user", parts: [{ text: request.prompt }, ...inline] }],
    generationConfig: {
      ...block(options.generationConfig),
      responseModalities: ["IMAGE"],
      ...(Object.keys(imageConfig).length > 0 && { imageConfig }),
      ...(seed !== undefined && { seed }),
    },
  };
}

/** Finish reasons that concern the prompt, so that any Google model would end with them. */
const POLICY = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION/;

function withheldError(response: Block): Error {
  const reasons = [
    block(response.promptFeedback).blockReason,
    ...list(response.candidates).map((one) => block(one).finishReason),
  ];
  const reason = reasons.find((one): one is string => typeof one === "string" && POLICY.test(one));
  return reason === undefined
    ? unusableError(response)
    : new UpstreamError(400, `The provider returned no image for this prompt: ${reason}`, {
        retryable: false,
        fault: "request",
      });
}
