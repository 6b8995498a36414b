import type { ModerationRequest } from "#lib/contract/moderations.ts";
import { postAscii } from "../exchange/ascii-wire.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { readJson, unusableError } from "../exchange/send.ts";
import { dataUrlOf, loadImage } from "../image/references.ts";
import type { Metered, Moderated, ModerationResult, UpstreamCall } from "../media.ts";
import { bearer } from "./bearer.ts";

/** Adapter for `/moderations` in OpenAI's dialect. Images are sent as bytes, never as addresses. */
export async function openaiModerate(call: UpstreamCall<ModerationRequest>): Promise<Metered<Moderated>> {
  const { request, options, model, credential } = call;
  const { input: given, user: _, ...rest } = request;
  const input = await inputOf(given, call.load);
  const response = await readJson(
    await postAscii(call, "/moderations", bearer(credential), { ...options, ...rest, model, input }),
  );
  const results = list(response.results).map((result) => resultOf(block(result)));
  const isOfTexts = typeof given !== "string" && typeof given[0] === "string";
  if (results.length !== (isOfTexts ? given.length : 1) || results.includes(undefined)) throw unusableError(response);
  return {
    result: { results: results as ModerationResult[] },
    usage: { requests: 1 },
    ...(typeof response.id === "string" && { upstreamId: response.id }),
  };
}

async function inputOf(input: ModerationRequest["input"], load: UpstreamCall<unknown>["load"]): Promise<unknown> {
  if (typeof input === "string") return input;
  const parts: unknown[] = [];
  for (const [at, part] of input.entries()) {
    if (typeof part === "string" || part.type === "text") parts.push(part);
    else {
      const image = await loadImage(part.image_url.url, `input[${at}].image_url.url`, load);
      parts.push({ type: "image_url", image_url: { url: await dataUrlOf(image) } });
    }
  }
  return parts;
}

/** Returns one result; undefined if it does not say what is flagged. */
function resultOf(raw: Block): ModerationResult | undefined {
  const { flagged, categories, category_scores: scores, category_applied_input_types: types } = raw;
  if (typeof flagged !== "boolean") return undefined;
  return {
    flagged,
    categories: block(categories) as ModerationResult["categories"],
    category_scores: block(scores) as ModerationResult["category_scores"],
    ...(types !== undefined && { category_applied_input_types: block(types) as Record<string, string[]> }),
  };
}
