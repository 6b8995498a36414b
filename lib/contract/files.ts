import { z } from "zod";
import { Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** The file purposes of OpenAI's clients; they have no effect here. */
export const FILE_PURPOSES = [
  ...["assistants", "batch", "fine-tune", "vision", "user_data", "evals"],
  ...["assistants_output", "batch_output", "fine-tune-results"],
] as const;

const file = {
  id: z.string(),
  type: z.literal("file"),
  filename: z.string(),
  mime_type: z.string().describe("MIME type, detected from the file's content"),
  size_bytes: z.number().int(),
  downloadable: z
    .boolean()
    .describe("Whether the content can be downloaded. True only for files that the service created."),
  created_at: Timestamp,
};

const shape = {
  _shape: z.literal("openrouter").optional().describe("Present only for clients that require it"),
};

const StoredFile = z.object({ ...shape, ...file }).meta({ id: "File" });
export const OpenAiFile = z
  .object({
    id: z.string(),
    object: z.literal("file"),
    bytes: z.number().int(),
    created_at: z.number().int().describe("Unix timestamp in seconds"),
    filename: z.string(),
    purpose: z.string(),
    status: z.literal("processed"),
  })
  .meta({ id: "FileForOpenAI" });

/** A file in the API's own format, or in that of OpenAI's clients. */
export const FileRecord = z.union([StoredFile, OpenAiFile]);

const span = { has_more: z.boolean(), first_id: z.string().nullable(), last_id: z.string().nullable() };

const StoredFileList = z.object({
  ...shape,
  data: z.array(StoredFile),
  cursor: z.string().nullable().describe("Cursor for the next page. Null on the last page."),
  ...span,
  total_count: z.number().int().describe("Number of files in the workspace"),
  total_size_bytes: z.number().int(),
});
const AnthropicFileList = z.object({ data: z.array(StoredFile), next_page: z.string().nullable(), ...span });
const OpenAiFileList = z.object({ object: z.literal("list"), data: z.array(OpenAiFile), ...span });

export const FileList = z.union([StoredFileList, AnthropicFileList, OpenAiFileList]);

const FileDeleted = z.union([
  z.object({ ...shape, id: z.string(), type: z.literal("file_deleted") }),
  z.object({ id: z.string(), object: z.literal("file"), deleted: z.literal(true) }),
]);

const FileParams = z.object({ file_id: z.string().min(1).max(128) });

/** The query of every endpoint of files. */
export const fileScope = {
  workspace_id: WorkspaceRef,
  provider: z.never("files are stored by the gateway, not by a provider").optional(),
};

export const uploadFile = endpoint({
  id: "uploadFile",
  resource: "files",
  method: "POST",
  path: "/files",
  roles: "everyone",
  access: "key",
  summary: "Upload a file",
  description:
    "Stores a file of up to 100 MB for use in model requests. Send one part named `file`: PDF, PNG, " +
    "JPEG, GIF, WebP, DOCX, XLSX, PPTX, MP3, WAV, FLAC, OGG or UTF-8 text. A workspace can restrict " +
    "uploads to management keys.",
  multipart: true,
  query: z.object(fileScope),
  response: FileRecord,
  errors: [400, 401, 403, 404, 405, 413, 429, 500, 503],
});

const instantOfFile = z.string().min(1).max(128).optional();

export const listFiles = endpoint({
  id: "listFiles",
  resource: "files",
  method: "GET",
  path: "/files",
  roles: "everyone",
  access: "key",
  summary: "List files",
  description: "Returns the newest files first by default.",
  query: z.object({
    ...fileScope,
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    cursor: z.string().max(128).optional().describe("Cursor from the previous page"),
    page: z.string().max(128).optional().describe("Same as `cursor`, for Anthropic clients"),
    after: instantOfFile.describe("File ID. Returns the files after it in list order."),
    after_id: instantOfFile.describe("Same as `after`"),
    before_id: instantOfFile.describe("File ID. Returns the files before it in list order."),
    order: z.enum(["asc", "desc"]).default("desc"),
    purpose: z.enum(FILE_PURPOSES).optional(),
  }),
  response: FileList,
  errors: [400, 401, 404, 405, 429, 500],
});

export const getFile = endpoint({
  id: "getFile",
  resource: "files",
  method: "GET",
  path: "/files/{file_id}",
  roles: "everyone",
  access: "key",
  summary: "Get a file",
  params: FileParams,
  query: z.object(fileScope),
  response: FileRecord,
  errors: [400, 401, 404, 405, 429, 500],
});

export const getFileContent = endpoint({
  id: "getFileContent",
  resource: "files",
  method: "GET",
  path: "/files/{file_id}/content",
  roles: "everyone",
  access: "key",
  summary: "Download file content",
  description:
    "Only files that the service created can be downloaded; uploaded files return 400. A `Range` " +
    "header returns part of the file with status 206.",
  params: FileParams,
  query: z.object(fileScope),
  produces: ["bytes"],
  errors: [400, 401, 404, 405, 416, 429, 500, 503],
});

export const deleteFile = endpoint({
  id: "deleteFile",
  resource: "files",
  method: "DELETE",
  path: "/files/{file_id}",
  roles: "everyone",
  access: "key",
  summary: "Delete a file",
  description: "Only the key or user that uploaded the file, or an administrator, can delete it.",
  params: FileParams,
  query: z.object(fileScope),
  response: FileDeleted,
  errors: [400, 401, 403, 404, 405, 429, 500, 503],
});
