import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
  type ZodOpenApiSchemaObject,
} from "zod-openapi";
import { ErrorEnvelope } from "./common.ts";
import type { Endpoint, Produces } from "./endpoint.ts";
import { contract } from "./index.ts";

export type DocumentOptions = {
  /** The gateway's version. */
  version: string;
  /** The service root, absolute or relative to the document's own address. */
  url: string;
};

/** Returns the contract as an OpenAPI 3.1 document. */
export function openApiDocument({ version, url }: DocumentOptions) {
  return createDocument({
    openapi: "3.1.0",
    info: { title: "Switchboard", version, description: "One API for many model providers." },
    servers: [{ url }],
    security: KEYS,
    tags: [...new Set(contract.map(({ resource }) => resource))].map((name) => ({ name })),
    paths: pathsOf(contract),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "API key, sent as a bearer token" },
        "x-api-key": {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description: "API key, sent in the `x-api-key` header",
        },
      },
      schemas: { ErrorEnvelope },
    },
  });
}

const KEYS: Record<string, string[]>[] = [{ bearer: [] }, { "x-api-key": [] }];

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return paths;
}

function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { id, resource, summary, description, deprecated, access, params, query } = endpoint;
  return {
    operationId: id,
    tags: [resource],
    summary,
    ...descriptionOf(access, description),
    ...(deprecated && { deprecated }),
    security: access === "public" ? [] : KEYS,
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    ...requestBodyOf(endpoint),
    responses: responsesOf(endpoint),
  };
}

function descriptionOf(access: Endpoint["access"], text: string | undefined): { description?: string } {
  const sentences = [text, access === "management" && "Requires a management key."].filter(Boolean);
  return sentences.length > 0 ? { description: sentences.join(" ") } : {};
}

const FILE: ZodOpenApiSchemaObject = { type: "string", format: "binary" };

function requestBodyOf(endpoint: Endpoint): Pick<ZodOpenApiOperationObject, "requestBody"> {
  const { body, multipart, filePart = "file", form, takesBytes } = endpoint;
  if (takesBytes) return { requestBody: { required: true, content: { "application/octet-stream": { schema: FILE } } } };
  if (!body && !multipart) return {};
  const content: ZodOpenApiContentObject = {
    ...(body && { "application/json": { schema: body } }),
    ...(multipart && {
      "multipart/form-data": { schema: { type: "object", properties: { [filePart]: FILE }, required: [filePart] } },
    }),
    ...(form && { "multipart/form-data": { schema: { type: "object", properties: { [form]: FILE } } } }),
  };
  return { requestBody: { required: !body?.safeParse(undefined).success, content } };
}

const MEDIA = {
  text: ["text/plain", "Text, if the request asks for it"],
  sse: ["text/event-stream", "Server-sent events, if the request asks for a stream"],
  bytes: ["application/octet-stream", "Binary content, sent with its own media type if known"],
} as const;

function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { status = 200, errors, response, produces } = endpoint;
  // Any request may need the database, which may be down.
  const codes = [...new Set([...errors, ...(endpoint.access === "public" ? [] : [503])])];
  const failures = codes.map((code) => [code, failure(code)] as const);
  if (status === 101)
    return { 101: { description: "The connection switches to WebSocket" }, ...Object.fromEntries(failures) };
  // A retired endpoint has no success response to describe.
  if (!response && !produces) return Object.fromEntries(failures);
  return { [status]: { description: "Success", content: contentOf(endpoint) }, ...Object.fromEntries(failures) };
}

function contentOf({ response, produces = ["json"] }: Endpoint) {
  return Object.fromEntries(
    produces.map((kind) => (kind === "json" ? ["application/json", { schema: response ?? {} }] : streamOf(kind))),
  );
}

function streamOf(kind: Exclude<Produces, "json">) {
  const [media, description] = MEDIA[kind];
  return [media, { schema: { type: "string", ...(kind === "bytes" && { format: "binary" }), description } }];
}

const MEANINGS: Record<number, string> = {
  400: "Invalid request. The message names each invalid field.",
  401: "Missing API key, or a key that is unknown, disabled or expired",
  402: "The request exceeds a spending limit or the credit balance",
  403: "The key does not have permission",
  404: "The resource does not exist, or the key has no access to it",
  405: "The path does not support this method",
  408: "The request took too long to arrive",
  409: "Conflict with an existing resource or its current state",
  410: "No longer available",
  413: "The request is too large",
  416: "The requested range does not exist. `Content-Range` gives the total size in bytes.",
  422: "The request is well-formed but cannot be processed",
  426: "This path needs a WebSocket handshake",
  429: "Too many requests. `Retry-After` tells you when to retry.",
  500: "Internal gateway error",
  502: "The provider returned an error or an invalid response",
  503: "No provider can serve the request right now, or the database is not responding. `Retry-After` tells you when to retry.",
  524: "The provider timed out",
  529: "The provider is overloaded",
};

function failure(code: number) {
  return {
    description: MEANINGS[code] ?? "Error",
    content: { "application/json": { schema: ErrorEnvelope } },
    ...(code === 429 && {
      headers: {
        "retry-after": { schema: { type: "integer" as const }, description: "Seconds to wait before you retry" },
      },
    }),
  };
}
