import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** What OpenAI's clients call a file's purpose; it changes nothing here. */
export const FILE_PURPOSES = [
  ...["assistants", "batch", "fine-tune", "vision", "user_data", "evals"],
  ...["assistants_output", "batch_output", "fine-tune-results"],
] as const;

const file = {
  id: z.string(),
  type: z.literal("file"),
  filename: z.string(),
  mime_type: z.string().describe("Read from the file's bytes, never from its name"),
  size_bytes: z.number().int(),
  downloadable: z.boolean().describe("Only files made by the service are"),
  created_at: Timestamp,
};

const shape = {
  _shape: z.literal("openrouter").optional().describe("Only for the client whose parser needs it"),
};

const StoredFile = z.object({ ...shape, ...file }).meta({ id: "File" });
const OpenAiFile = z
  .object({
    id: z.string(),
    object: z.literal("file"),
    bytes: z.number().int(),
    created_at: z.number().int().describe("Unix seconds"),
    filename: z.string(),
    purpose: z.string(),
    status: z.literal("processed"),
  })
  .meta({ id: "FileForOpenAI" });

/** A file in the API's own form, or in the form that OpenAI's clients read. */
export const FileRecord = z.union([StoredFile, OpenAiFile]);

const span = { has_more: z.boolean(), first_id: z.string().nullable(), last_id: z.string().nullable() };

const StoredFileList = z.object({
  ...shape,
  data: z.array(StoredFile),
  cursor: z.string().nullable().describe("For the next page; null at the end"),
  ...span,
  total_count: z.number().int().describe("All files of the workspace"),
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

const scope = {
  workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent"),
  provider: z.never("files are kept here, not at a provider").optional(),
};

export const uploadFile = endpoint({
  id: "uploadFile",
  resource: "files",
  method: "POST",
  path: "/files",
  roles: "everyone",
  access: "key",
  summary: "Upload a file of at most 100 MB for use in model calls",
  description:
    "One part named `file`: PDF, PNG, JPEG, GIF, WebP, DOCX, XLSX, PPTX, MP3, WAV, FLAC, OGG or UTF-8 text. A workspace " +
    "may leave uploads to management keys.",
  multipart: true,
  query: z.object(scope),
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
  summary: "The files of a workspace, newest first",
  query: z.object({
    ...scope,
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    cursor: z.string().max(128).optional().describe("Of the page before"),
    page: z.string().max(128).optional().describe("The same, as Anthropic's clients name it"),
    after: instantOfFile.describe("Id of a file: those after it in the list's order"),
    after_id: instantOfFile.describe("The same"),
    before_id: instantOfFile.describe("Id of a file: those before it in the list's order"),
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
  summary: "One file's description",
  params: FileParams,
  query: z.object(scope),
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
  summary: "The bytes of a file that the service made; an uploaded file answers 400",
  description: "A Range header gets a part of them, as 206.",
  params: FileParams,
  query: z.object(scope),
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
  summary: "Delete a file and its bytes",
  description: "Only the key or user that uploaded the file, or an administrator, can delete it.",
  params: FileParams,
  query: z.object(scope),
  response: FileDeleted,
  errors: [400, 401, 403, 404, 405, 429, 500, 503],
});
