import type { Event } from "#tests/pipeline/calling.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import type { FrontReply } from "./front.ts";

const RATIOS = ["1:1", "16:9", "21:9", "2:3", "3:2", "4:5", "5:4", "9:16", "9:21"];
const FIELDS = ["prompt", "mode", "aspect_ratio", "output_format", "seed", "negative_prompt"];

/** Answers InvokeModel of Stability's models; undefined for other models. Fields are checked as Bedrock checks them. */
export function drawImage(model: string, body: Record<string, Event>): FrontReply | undefined {
  if (!/^(?:us\.)?stability\./.test(model)) return undefined;
  const problem = model.startsWith("us.") ? editProblem(model, body) : problemIn(model, body);
  if (problem)
    return { status: 400, json: { message: problem }, headers: { "x-amzn-errortype": "ValidationException" } };
  if (String(body.prompt).includes("forbidden"))
    return { status: 200, json: { finish_reasons: ["Filter reason: prompt"] } };
  const images = [pngOf(64, 64, [9, 120, 200]).toString("base64")];
  return { status: 200, json: { seeds: [Number(body.seed ?? 2130420379)], finish_reasons: [null], images } };
}

/** Erasing has no prompt. A mask is in black and white: PNG's color type 0. */
function editProblem(model: string, body: Record<string, Event>): string | undefined {
  const shared = ["image", "mask", "grow_mask", "seed", "output_format"];
  const erases = model.includes("erase-object");
  const known = erases ? shared : [...shared, "prompt", "negative_prompt", "style_preset"];
  const extra = Object.keys(body).find((name) => !known.includes(name));
  if (extra) return `Malformed input request: extraneous key [${extra}] is not permitted`;
  for (const name of erases ? ["image"] : ["image", "prompt"])
    if (typeof body[name] !== "string") return `Malformed input request: required key [${name}] not found`;
  if (body.mask === undefined) return undefined;
  return Buffer.from(body.mask, "base64")[25] === 0 ? undefined : "mask: must be a black and white image";
}

function problemIn(model: string, body: Record<string, Event>): string | undefined {
  const changes = model.includes("sd3-5");
  const known = changes ? [...FIELDS, "image", "strength"] : FIELDS;
  const extra = Object.keys(body).find((name) => !known.includes(name));
  if (extra) return `Malformed input request: extraneous key [${extra}] is not permitted`;
  if (typeof body.prompt !== "string") return "Malformed input request: required key [prompt] not found";
  const { mode = "text-to-image", aspect_ratio: ratio, image, strength } = body;
  if (ratio !== undefined && !RATIOS.includes(ratio)) return "aspect_ratio: value not found in enum";
  if (mode === "text-to-image") return image === undefined ? undefined : "image: only with mode image-to-image";
  if (ratio !== undefined) return "aspect_ratio: only with mode text-to-image";
  return image === undefined || strength === undefined ? "image-to-image requires image and strength" : undefined;
}
