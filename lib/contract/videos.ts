import { z } from "zod";
import { VIDEO_STATES } from "../video-states.ts";
import { MODEL_CALL_ERRORS, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, ProviderRouting } from "./routing.ts";
import { CallbackUrl, DELIVERY_STATES } from "./webhooks.ts";

export const VIDEO_ASPECT_RATIOS = ["16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3", "21:9", "9:21"] as const;
export const VIDEO_RESOLUTIONS = ["360p", "480p", "720p", "768p", "1080p", "1K", "2K", "4K"] as const;

/** Maximum size of an image in a video request. */
export const MAX_VIDEO_IMAGE_BYTES = 20 * 1024 * 1024;
/** Maximum length of such an image as a data URL in base64. */
const LONGEST_DATA_URL = Math.ceil((MAX_VIDEO_IMAGE_BYTES * 4) / 3) + 200;

const Address = z
  .string()
  .max(LONGEST_DATA_URL, "a file must not exceed 20 MiB")
  .refine((url) => isHttp(url) || /^data:[\w.+-]+\/[\w.+-]+;base64,[\w+/=]/.test(url.slice(0, 200)), {
    error: "must be an http(s) URL, or a data URL in base64",
  });

function isHttp(url: string): boolean {
  return url.length <= 8192 && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

const Named = z.looseObject({ url: Address });

const FrameImage = z.looseObject({
  type: z.literal("image_url"),
  image_url: Named,
  frame_type: z.enum(["first_frame", "last_frame"]),
});

const Reference = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("image_url"), image_url: Named }),
  z.looseObject({ type: z.literal("audio_url"), audio_url: Named }),
  z.looseObject({ type: z.literal("video_url"), video_url: Named }),
]);

const onceEach = (frames: readonly { frame_type: string }[]) =>
  new Set(frames.map(({ frame_type }) => frame_type)).size === frames.length;

export const VideoRequest = z
  .looseObject({
    model: z.string().min(1),
    prompt: z.string().min(1).max(100_000),
    aspect_ratio: z.enum(VIDEO_ASPECT_RATIOS).nullish(),
    resolution: z.enum(VIDEO_RESOLUTIONS).nullish(),
    size: z
      .string()
      .regex(/^[1-9]\d{1,4}x[1-9]\d{1,4}$/, "WIDTHxHEIGHT in pixels")
      .nullish()
      .describe("WIDTHxHEIGHT in pixels. Replaces `resolution` and `aspect_ratio`."),
    duration: z.int().min(1).max(600).nullish().describe("Duration in seconds"),
    generate_audio: z.boolean().nullish(),
    frame_images: z.array(FrameImage).max(2).refine(onceEach, "at most one image for each frame_type").nullish(),
    input_references: z.array(Reference).max(16).nullish(),
    seed: z.int().nullish(),
    callback_url: CallbackUrl.nullish().describe("URL to notify when the job ends. Overrides the workspace's webhook."),
    seconds: z
      .union([z.int().min(1).max(600), z.string().regex(/^[1-9]\d{0,2}$/, "a whole number")])
      .nullish()
      .describe("Same as `duration`, for OpenAI clients"),
    input_reference: z
      .looseObject({ image_url: Address.nullish(), file_id: z.string().max(128).nullish() })
      .nullish()
      .describe("First frame, for OpenAI clients: a URL or the ID of an uploaded file"),
    provider: ProviderRouting.nullish(),
    ...callExtras,
  })
  .meta({ id: "VideoRequest" });

export type VideoRequest = z.output<typeof VideoRequest>;

export const VideoJob = z
  .object({
    id: z.string(),
    polling_url: z.string().describe("Path to poll for the job's status"),
    status: z.enum(VIDEO_STATES),
    error: z.string().optional(),
    generation_id: z.string().optional().describe("Generation ID. Present once the job has ended."),
    unsigned_urls: z
      .array(z.string())
      .optional()
      .describe("Video URLs that need no API key and expire after one hour. Get the job again for new ones."),
    usage: z.object({ cost: z.number().describe("Cost in USD"), is_byok: z.boolean() }).optional(),
  })
  .meta({ id: "VideoJob" });

const JobParams = z.object({ id: z.string().min(1).max(128) });
const scope = {
  workspace_id: WorkspaceRef,
};

export const createVideo = endpoint({
  id: "createVideo",
  resource: "videos",
  method: "POST",
  path: "/videos",
  roles: "everyone",
  access: "key",
  summary: "Create a video",
  description:
    "Returns as soon as a provider accepts the job. The job is charged once, when it ends. Clients " +
    "in OpenAI's format send a form with an image in `input_reference`; OpenAI's own SDKs get the " +
    "job in OpenAI's format with these fields added.",
  relaysTexts: true,
  largeBody: true,
  body: VideoRequest,
  form: "input_reference",
  response: VideoJob,
  errors: MODEL_CALL_ERRORS,
});

export const VideoJobEntry = VideoJob.extend({
  created_at: Timestamp,
  completed_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable().describe("When the videos expire or expired. Null if the job produced none."),
  model: z.string(),
  provider: z.string(),
  prompt: z
    .string()
    .nullable()
    .describe(
      "The prompt after redaction, if the workspace stores content and the caller may read it. Lists " +
        "return the first 300 characters; filter by `id` for the full prompt.",
    ),
  api_key_hash: z
    .string()
    .nullable()
    .describe("Null if the job was started in the console or the caller may not see the key"),
  api_key_name: z.string().nullable(),
  callback: z
    .enum(DELIVERY_STATES)
    .nullable()
    .describe("Status of the latest webhook delivery. Null if there is none."),
  duration: z.number().describe("Duration in seconds"),
  resolution: z.string(),
  aspect_ratio: z.string(),
});

export const getVideo = endpoint({
  id: "getVideo",
  resource: "videos",
  method: "GET",
  path: "/videos/{id}",
  roles: "everyone",
  access: "key",
  summary: "Get a video",
  params: JobParams,
  query: z.object(scope),
  response: VideoJob,
  errors: [400, 401, 404, 405, 429, 500],
});

export const listVideos = endpoint({
  id: "listVideos",
  resource: "videos",
  method: "GET",
  path: "/videos",
  roles: "everyone",
  access: "key",
  summary: "List videos",
  description:
    "Returns the video jobs of a workspace, newest first. OpenAI's own SDKs get the list in OpenAI's format.",
  query: z.object({
    ...scope,
    id: z.string().max(128).optional().describe("Return only this job"),
    status: z.enum(VIDEO_STATES).optional(),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    after: z.string().max(128).optional().describe("ID of the last job on the previous page, for OpenAI clients"),
    order: z.enum(["asc", "desc"]).default("desc").describe("Sort order, for OpenAI clients"),
  }),
  response: z.object({ data: z.array(VideoJobEntry), total_count: z.number().int() }),
  errors: [400, 401, 404, 405, 429, 500],
});

export const getVideoContent = endpoint({
  id: "getVideoContent",
  resource: "videos",
  method: "GET",
  path: "/videos/{id}/content",
  roles: "everyone",
  access: "public",
  summary: "Download a video",
  description:
    "Returns the video of a completed job. Requires a key of the job's workspace, or a URL from " +
    "`unsigned_urls`. A `Range` header returns part of the file with status 206.",
  params: JobParams,
  query: z.object({
    ...scope,
    index: z.coerce.number().int().min(0).default(0),
    expires: z.coerce.number().int().min(0).optional().describe("Unix timestamp in seconds. Part of a signed URL."),
    signature: z.string().max(128).optional().describe("Part of a signed URL"),
    variant: z.literal("video", "only the video itself is stored").optional(),
  }),
  produces: ["bytes"],
  errors: [400, 401, 403, 404, 405, 409, 410, 416, 429, 500, 503],
});

const VideoModel = z.object({
  id: z.string(),
  canonical_slug: z.string(),
  name: z.string(),
  created: z.int(),
  description: z.string(),
  allowed_passthrough_parameters: z.array(z.string()),
  expiration_date: z.string().optional().describe("Day on which the creator retires the model. Others may serve it."),
  generate_audio: z.boolean().nullable().describe("Whether the model can generate audio"),
  seed: z.boolean().nullable(),
  supported_aspect_ratios: z.array(z.string()).nullable(),
  supported_durations: z.array(z.int()).nullable(),
  supported_frame_images: z.array(z.string()).nullable(),
  supported_resolutions: z.array(z.string()).nullable(),
  supported_sizes: z.array(z.string()).nullable(),
  creativity: z.null(),
  upscale_factor: z.null(),
  pricing_skus: z.record(z.string(), z.string()).describe("USD per second, by resolution"),
});

export const listVideoModels = endpoint({
  id: "listVideoModels",
  resource: "models",
  method: "GET",
  path: "/videos/models",
  roles: "everyone",
  access: "public",
  summary: "List video models",
  description: "Returns the available video models and the options that each supports.",
  response: z.object({ data: z.array(VideoModel) }),
  errors: [400, 405, 429, 500],
});
