import { z } from "zod";
import { ChatRequest } from "./chat.ts";
import { Deleted, dataOf, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { MessagesRequest } from "./messages.ts";
import { ResponsesRequest } from "./responses.ts";

export const PresetVersion = z
  .object({
    id: z.string(),
    preset_id: z.string(),
    version: z.number().int(),
    config: z.record(z.string(), z.unknown()).describe("Request settings, with the field names of chat completions"),
    system_prompt: z.string().nullable(),
    creator_id: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "PresetVersion" });

export const Preset = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(["active", "disabled", "archived"]),
    status_updated_at: Timestamp.nullable(),
    creator_user_id: z.string().nullable(),
    designated_version_id: z.string().nullable().describe("ID of the version in use, which is the newest"),
    workspace_id: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Preset" });

const PresetWithVersion = Preset.extend({ designated_version: PresetVersion.nullable() });

export const PRESET_SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const slug = z.string().regex(PRESET_SLUG, "letters, digits, dots, hyphens and underscores, at most 64");
const SlugParams = z.object({ slug });

export const listPresets = endpoint({
  id: "listPresets",
  resource: "presets",
  method: "GET",
  path: "/presets",
  roles: "everyone",
  access: "key",
  summary: "List presets",
  description: "Returns the presets of the caller's workspace, sorted by slug.",
  query: Page,
  response: listOf(Preset),
  errors: [400, 401, 405, 429, 500],
});

export const getPreset = endpoint({
  id: "getPreset",
  resource: "presets",
  method: "GET",
  path: "/presets/{slug}",
  roles: "everyone",
  access: "key",
  summary: "Get a preset",
  description: "Includes the version in use.",
  params: SlugParams,
  response: dataOf(PresetWithVersion),
  errors: [400, 401, 404, 405, 429, 500],
});

export const deletePreset = endpoint({
  id: "deletePreset",
  resource: "presets",
  method: "DELETE",
  path: "/presets/{slug}",
  roles: "everyone",
  access: "management",
  summary: "Delete a preset",
  description: "Also deletes its versions. Requests that use the preset are then rejected.",
  params: SlugParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

export const listPresetVersions = endpoint({
  id: "listPresetVersions",
  resource: "presets",
  method: "GET",
  path: "/presets/{slug}/versions",
  roles: "everyone",
  access: "key",
  summary: "List preset versions",
  description: "Returns the newest versions first.",
  params: SlugParams,
  query: Page,
  response: listOf(PresetVersion),
  errors: [400, 401, 404, 405, 429, 500],
});

export const getPresetVersion = endpoint({
  id: "getPresetVersion",
  resource: "presets",
  method: "GET",
  path: "/presets/{slug}/versions/{version}",
  roles: "everyone",
  access: "key",
  summary: "Get a preset version",
  params: z.object({ slug, version: z.coerce.number().int().min(1).max(2_147_483_647) }),
  response: dataOf(PresetVersion),
  errors: [400, 401, 404, 405, 429, 500],
});

const creating = {
  resource: "presets",
  method: "POST",
  roles: "everyone",
  access: "key",
  description:
    "Stores the settings and the first system prompt of the request body; other messages are not " +
    "stored. If the slug exists, adds a new version that takes effect immediately; only its creator " +
    "(key or user) and administrators can do that. To use a preset, set the model to " +
    "`@preset/<slug>` or `<model>@preset/<slug>`, or set the `preset` field. Settings in the request " +
    "override those of the preset.",
  params: SlugParams,
  namesNewRecord: true,
  response: dataOf(PresetWithVersion),
  errors: [400, 401, 403, 405, 409, 413, 429, 500],
} as const;

export const createPresetFromChat = endpoint({
  ...creating,
  id: "createPresetFromChat",
  path: "/presets/{slug}/chat/completions",
  summary: "Save a preset from a chat completion request",
  largeBody: true,
  body: ChatRequest.extend({ messages: ChatRequest.shape.messages.optional() }),
});

export const createPresetFromMessages = endpoint({
  ...creating,
  id: "createPresetFromMessages",
  path: "/presets/{slug}/messages",
  summary: "Save a preset from a messages request",
  largeBody: true,
  body: MessagesRequest,
});

export const createPresetFromResponses = endpoint({
  ...creating,
  id: "createPresetFromResponses",
  path: "/presets/{slug}/responses",
  summary: "Save a preset from a responses request",
  largeBody: true,
  body: ResponsesRequest.extend({ input: ResponsesRequest.shape.input.optional() }),
});

/** The endpoints for presets. */
export const presetEndpoints = [
  listPresets,
  getPreset,
  listPresetVersions,
  deletePreset,
  getPresetVersion,
  createPresetFromChat,
  createPresetFromMessages,
  createPresetFromResponses,
] as const;
