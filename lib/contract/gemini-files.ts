import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** A file as Google's clients read it: https://ai.google.dev/api/files#File */
const ContentFile = z
  .object({
    name: z.string().describe("`files/` and the ID of the file, e.g. `files/file-sb-…`"),
    displayName: z.string().describe("The file's name when it was uploaded"),
    mimeType: z.string().describe("MIME type, detected from the file's content"),
    sizeBytes: z.string().describe("Size in bytes, as a decimal number"),
    createTime: Timestamp,
    updateTime: Timestamp,
    uri: z.string().describe("The URI to send as `fileData.fileUri` in a request"),
    state: z.literal("ACTIVE").describe("A file can be used as soon as it is uploaded"),
    source: z.enum(["UPLOADED", "GENERATED"]),
  })
  .meta({ id: "GeminiFile" });

const NOTE =
  "Compatible with Google's Gemini API. The gateway stores the file itself, so that any model can read it. It is the " +
  "same file as in `/files`, can also be an MP4, MOV or WebM video, and does not expire.";

const shared = { resource: "files", roles: "everyone", access: "key", googleErrors: true } as const;

const FileParams = z.object({ file_id: z.string().min(1).max(128) });

export const startContentUpload = endpoint({
  ...shared,
  id: "startContentUpload",
  method: "POST",
  path: "/gemini/upload",
  summary: "Start an upload (Gemini format)",
  description:
    `${NOTE} Google's clients call it at \`/upload/v1beta/files\` below the gateway's address. The response header ` +
    "`X-Goog-Upload-URL` is the address for the bytes, valid for an hour. The upload fails if its size differs from " +
    "`X-Goog-Upload-Header-Content-Length`.",
  body: z
    .object({
      file: z
        .looseObject({
          name: z.never("the gateway names files itself; use `displayName` for a name of your own").optional(),
          displayName: z.string().max(512).nullish(),
        })
        .nullish(),
    })
    .optional(),
  response: z.object({}),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const uploadContent = endpoint({
  ...shared,
  id: "uploadContent",
  access: "public",
  method: "POST",
  path: "/gemini/upload/content",
  summary: "Send the bytes of an upload (Gemini format)",
  description:
    "Takes the bytes of a file at the address from `X-Goog-Upload-URL`, which needs no key. To send them in pieces, " +
    "set `X-Goog-Upload-Command` to `upload` for each but the last, and `X-Goog-Upload-Offset` to the number of bytes " +
    "sent before; each such piece has a multiple of 256 KiB. `query` instead returns the number of bytes received, and " +
    "`cancel` ends the upload.",
  takesBytes: true,
  query: z.object({
    upload_id: z.string().min(1).max(2048).describe("From the address in `X-Goog-Upload-URL`"),
    upload_protocol: z.literal("resumable").optional(),
  }),
  response: z.object({ file: ContentFile.optional().describe("Present once the upload is complete") }),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500, 503],
});

export const listContentFiles = endpoint({
  ...shared,
  id: "listContentFiles",
  method: "GET",
  path: "/gemini/files",
  summary: "List files (Gemini format)",
  description: `${NOTE} Google's clients call it at \`/v1beta/files\`. Returns the newest files first.`,
  query: z.object({
    pageSize: z.coerce.number().int().min(1).max(100).default(10),
    pageToken: z.string().max(128).optional().describe("`nextPageToken` of the previous page"),
  }),
  response: z.object({
    files: z.array(ContentFile),
    nextPageToken: z.string().optional().describe("Absent on the last page"),
  }),
  errors: [400, 401, 404, 405, 429, 500],
});

export const getContentFile = endpoint({
  ...shared,
  id: "getContentFile",
  method: "GET",
  path: "/gemini/files/{file_id}",
  summary: "Get a file (Gemini format)",
  description: `${NOTE} Google's clients call it at \`/v1beta/files/{file_id}\`.`,
  params: FileParams,
  response: ContentFile,
  errors: [400, 401, 404, 405, 429, 500],
});

export const deleteContentFile = endpoint({
  ...shared,
  id: "deleteContentFile",
  method: "DELETE",
  path: "/gemini/files/{file_id}",
  summary: "Delete a file (Gemini format)",
  description: `${NOTE} Only the key or user that uploaded the file, or an administrator, can delete it.`,
  params: FileParams,
  response: z.object({}),
  errors: [400, 401, 403, 404, 405, 429, 500, 503],
});

export const geminiFileEndpoints = [
  startContentUpload,
  uploadContent,
  listContentFiles,
  getContentFile,
  deleteContentFile,
];
