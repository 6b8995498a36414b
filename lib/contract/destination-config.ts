import { z } from "zod";

const MAX_HEADERS = 20;

const address = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .max(2048)
  .refine((url) => !URL.parse(url)?.username && !URL.parse(url)?.password, "must not contain a user name or password")
  .describe("URL of a public host, or of a private one that the operator allows");

const headers = z
  .record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "must be a valid header name"),
    z.string().regex(/^[\t\x20-\x7e\x80-\u{10ffff}]{0,4096}$/u, "must be a valid header value"),
  )
  .refine((given) => Object.keys(given).length <= MAX_HEADERS, `at most ${MAX_HEADERS} headers`)
  .describe("Headers sent with each delivery. Masked in responses.");

const DISK_PATH = z
  .string()
  .min(1)
  .max(512)
  .regex(
    /^(?:[\w.=/-]|\{(?:date|year|month|day|hour|apiKeyName)\})+$/,
    "only letters, digits, `_`, `-`, `.`, `=`, `/` and the placeholders",
  )
  .refine(
    (path) => path.split("/").every((name) => !/^\.{0,2}$/.test(name)),
    "must be a relative path without empty folders, `.` and `..`",
  );

const secret = z.string().min(1).max(4096).describe("Masked in responses");

export const OBJECT_FORMATS = ["ndjson", "parquet"] as const;
export type ObjectFormat = (typeof OBJECT_FORMATS)[number];

const format = z
  .enum(OBJECT_FORMATS)
  .default("ndjson")
  .describe("`ndjson` is compressed with gzip; `parquet` has the same columns in every file, with costs in nano-USD.");

/** The configuration of each destination type. */
export const DESTINATION_CONFIGS = {
  webhook: z.strictObject({
    url: address,
    method: z.enum(["POST", "PUT"]).default("POST"),
    headers: headers.optional(),
  }),
  "otel-collector": z.strictObject({
    endpoint: address.describe("URL of an OTLP/HTTP receiver. `/v1/traces` is appended unless it is there."),
    headers: headers.optional(),
  }),
  s3: z.strictObject({
    bucketName: z.string().regex(/^[\w.-]{3,255}$/, "must be the name of a bucket"),
    accessKeyId: secret,
    secretAccessKey: secret,
    sessionToken: secret.optional(),
    region: z.string().min(1).max(100).optional(),
    endpoint: address.optional().describe("URL of an S3-compatible service. Defaults to AWS."),
    prefix: z.string().max(512).default("switchboard-traces"),
    pathTemplate: z
      .string()
      .min(1)
      .max(512)
      .default("{prefix}/{date}")
      .describe(
        "Folder for the objects. Placeholders: {prefix}, {date}, {year}, {month}, {day}, {hour} and {apiKeyName}.",
      ),
    format,
    headers: headers.optional(),
  }),
  disk: z.strictObject({
    format,
    pathTemplate: DISK_PATH.default("{date}").describe(
      "Folder for the files, below the destination's own folder. Placeholders: {date}, {year}, {month}, {day}, {hour} and {apiKeyName}.",
    ),
  }),
} as const;

export type DestinationType = keyof typeof DESTINATION_CONFIGS;

/** Configuration fields of each type that are stored sealed. */
export const SECRET_FIELDS: Record<DestinationType, readonly string[]> = {
  webhook: ["headers"],
  "otel-collector": ["headers"],
  s3: ["accessKeyId", "secretAccessKey", "sessionToken", "headers"],
  disk: [],
};
