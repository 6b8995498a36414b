import { type Block, block } from "../exchange/json.ts";
import { getFrom, postForm, readJson, readObject, unusableError } from "../exchange/send.ts";
import type { UpstreamCall } from "../media.ts";
import type { VideoMaker, VideoShape, VideoStatus } from "../video.ts";
import { frameImage, type VideoImage } from "../video-images.ts";
import { bearer } from "./bearer.ts";

export type VideoQuirks = {
  /** True if the upstream accepts `seed`; OpenAI's own API did not. */
  takesSeed?: boolean;
};

/** Returns an adapter for `/videos` in OpenAI's dialect, as a form, which all its servers accept. */
export function openaiVideo(quirks: VideoQuirks = {}): VideoMaker {
  return {
    async start(call, shape) {
      const first = await frameImage(call, "first_frame");
      const form = formOf(call, shape, first, quirks);
      const response = await readJson(await postForm(call, "/videos", bearer(call.credential), form));
      if (typeof response.id !== "string" || response.id === "") throw unusableError(response);
      return { result: { handle: { id: response.id } }, upstreamId: response.id, notes: notesOn(call, quirks) };
    },

    async poll(request) {
      const path = `/videos/${encodeURIComponent(String(request.handle.id))}`;
      const headers = bearer(request.credential);
      // `error` is the video's failure, not a failure of this request.
      const job = await readObject(await getFrom(request, path, headers));
      return statusOf(job, { url: `${request.baseUrl}${path}/content`, headers });
    },
  };
}

type Request = Parameters<VideoMaker["start"]>[0]["request"];

function formOf(
  { request, options, model }: UpstreamCall<Request>,
  { seconds, width, height }: VideoShape,
  first: VideoImage | undefined,
  { takesSeed }: VideoQuirks,
): FormData {
  const fields: Block = {
    ...options,
    model,
    prompt: request.prompt,
    seconds,
    size: `${width}x${height}`,
    ...(takesSeed && typeof request.seed === "number" && { seed: request.seed }),
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  if (first) {
    const bytes = new Blob([Buffer.from(first.base64, "base64")], { type: first.mediaType });
    form.append("input_reference", bytes, `first-frame.${first.mediaType.slice("image/".length)}`);
  }
  return form;
}

function notesOn({ request }: UpstreamCall<Request>, { takesSeed }: VideoQuirks): string[] {
  const last = request.frame_images?.some(({ frame_type: type }) => type === "last_frame");
  return [
    ...(last ? ["frame_images: last_frame dropped (the provider supports only a first frame)"] : []),
    ...(request.input_references?.length
      ? ["input_references: dropped (the provider supports only a first frame)"]
      : []),
    ...(typeof request.seed === "number" && !takesSeed ? ["seed: dropped (not supported by the provider)"] : []),
    ...(request.generate_audio === false ? ["generate_audio: dropped (not supported by the provider)"] : []),
  ];
}

function statusOf(
  { status, error, seconds }: Block,
  content: { url: string; headers: Record<string, string> },
): VideoStatus {
  if (status === "completed") {
    const length = Number(seconds);
    return { event: "made", videos: [content], ...(length > 0 && { usage: { seconds: length } }) };
  }
  const { message } = block(error);
  const why = (otherwise: string) => (typeof message === "string" && message !== "" ? message : otherwise);
  if (status === "failed") return { event: "broke", error: why("The provider could not generate the video") };
  if (status === "cancelled") return { event: "stopped", error: why("The provider canceled the video") };
  if (status === "expired") return { event: "timed out", error: why("The provider's job has expired") };
  return { event: status === "queued" || status === "pending" ? "queued" : "working" };
}
