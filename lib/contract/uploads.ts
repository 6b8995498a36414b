import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { FILE_PURPOSES, fileScope, MAX_FILE_BYTES, OpenAiFile } from "./files.ts";

/** The largest part of an upload, as at OpenAI: https://developers.openai.com/api/reference/resources/uploads */
export const MAX_PART_BYTES = 64 * 1024 * 1024;

/** Parts of one upload, those sent twice included. */
export const MAX_PARTS = 1_000;

const Upload = z
  .object({
    id: z.string(),
    object: z.literal("upload"),
    bytes: z.number().int().describe("Size that the file will have"),
    created_at: z.number().int().describe("Unix timestamp in seconds"),
    expires_at: z.number().int().describe("Unix timestamp in seconds, an hour after `created_at`"),
    filename: z.string(),
    purpose: z.string(),
    status: z.enum(["pending", "completed", "cancelled", "expired"]),
    file: OpenAiFile.nullable().describe("The file, once the upload is complete"),
  })
  .meta({ id: "Upload" });

const shared = { resource: "files", method: "POST", roles: "everyone", access: "key" } as const;

const params = z.object({ upload_id: z.string().min(1).max(128) });

const query = z.object(fileScope);

const OWNER = "Only the key or user that created the upload, or an administrator, can do this.";

export const createUpload = endpoint({
  ...shared,
  id: "createUpload",
  path: "/uploads",
  summary: "Create an upload",
  description:
    "Compatible with OpenAI's API. Starts an upload of one file in parts, within an hour. The file is the same as one " +
    `sent to \`POST /files\`, with the same types and a size of at most ${MAX_FILE_BYTES / 1024 / 1024} MiB.`,
  query,
  body: z.object({
    bytes: z.number().int().min(1).describe("Size of the whole file"),
    filename: z.string().min(1).max(1024),
    mime_type: z.string().max(255).nullish().describe("Has no effect: the type is detected from the file's content"),
    purpose: z.enum(FILE_PURPOSES),
    expires_after: z.null("files do not expire here; delete the file instead").optional(),
  }),
  response: Upload,
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const addUploadPart = endpoint({
  ...shared,
  id: "addUploadPart",
  path: "/uploads/{upload_id}/parts",
  summary: "Add a part to an upload",
  description:
    `Compatible with OpenAI's API. Send one part of the form named \`data\`, of at most ${MAX_PART_BYTES / 1024 / 1024} ` +
    `MiB. Parts can be sent at the same time and in any order, up to ${MAX_PARTS.toLocaleString("en")} of them. ${OWNER}`,
  params,
  query,
  multipart: true,
  filePart: "data",
  response: z
    .object({
      id: z.string(),
      object: z.literal("upload.part"),
      created_at: z.number().int().describe("Unix timestamp in seconds"),
      upload_id: z.string(),
    })
    .meta({ id: "UploadPart" }),
  errors: [400, 401, 403, 404, 405, 413, 429, 500, 503],
});

export const completeUpload = endpoint({
  ...shared,
  id: "completeUpload",
  path: "/uploads/{upload_id}/complete",
  summary: "Complete an upload",
  description:
    "Compatible with OpenAI's API. Joins the parts to a file. Their sizes must add up to the `bytes` of the upload. " +
    `Completing it again returns the same file. ${OWNER}`,
  params,
  query,
  body: z.object({
    part_ids: z.array(z.string().max(128)).min(1).max(MAX_PARTS).describe("The parts in the order of the file"),
    md5: z.string().max(64).nullish().describe("MD5 of the whole file, in hexadecimal or base64"),
  }),
  response: Upload,
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500, 503],
});

export const cancelUpload = endpoint({
  ...shared,
  id: "cancelUpload",
  path: "/uploads/{upload_id}/cancel",
  summary: "Cancel an upload",
  description: `Compatible with OpenAI's API. Removes the parts. ${OWNER}`,
  params,
  query,
  response: Upload,
  errors: [400, 401, 403, 404, 405, 429, 500, 503],
});

export const uploadEndpoints = [createUpload, addUploadPart, completeUpload, cancelUpload];
