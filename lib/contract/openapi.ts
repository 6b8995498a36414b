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
  /** Of the gateway. */
  version: string;
  /** The service root, absolute or relative to the document's own address. */
  url: string;
};

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument({ version, url }: DocumentOptions) {
  return createDocument({
    openapi: "3.1.0",
    info: { title: "Switchboard", version, description: "One API in front of many model providers." },
    servers: [{ url }],
    security: KEYS,
    tags: [...new Set(contract.map(({ resource }) => resource))].map((name) => ({ name })),
    paths: pathsOf(contract),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key" },
        "x-api-key": {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description: "The same key, as some clients send it",
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
    ...described(access, description),
    ...(deprecated && { deprecated }),
    security: access === "public" ? [] : KEYS,
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    ...requestBodyOf(endpoint),
    responses: responsesOf(endpoint),
  };
}

function described(access: Endpoint["access"], text: string | undefined): { description?: string } {
  const sentences = [text, access === "management" && "Needs a management key."].filter(Boolean);
  return sentences.length > 0 ? { description: sentences.join(" ") } : {};
}

const FILE: ZodOpenApiSchemaObject = { type: "string", format: "binary" };
const FORM: ZodOpenApiSchemaObject = { type: "object", properties: { file: FILE }, required: ["file"] };

function requestBodyOf({ body, multipart, form }: Endpoint): Pick<ZodOpenApiOperationObject, "requestBody"> {
  if (!body && !multipart) return {};
  const content: ZodOpenApiContentObject = {
    ...(body && { "application/json": { schema: body } }),
    ...(multipart && { "multipart/form-data": { schema: FORM } }),
    ...(form && { "multipart/form-data": { schema: { type: "object", properties: { [form]: FILE } } } }),
  };
  return { requestBody: { required: !body?.safeParse(undefined).success, content } };
}

const MEDIA = {
  sse: ["text/event-stream", "Server-sent events, where the request asks for a stream"],
  bytes: ["application/octet-stream", "The bytes, under their own media type where it is known"],
} as const;

function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { status = 200, errors, response, produces } = endpoint;
  const failures = errors.map((code) => [code, failure(code)] as const);
  // A retired endpoint has no success to describe.
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
  400: "The request is wrong; the message names each wrong field",
  401: "No API key, or one that is unknown, paused or expired",
  402: "A spending limit has no room for the call",
  403: "Not allowed for this key",
  404: "There is no such resource in reach of this key",
  405: "The path does not take this method",
  408: "The request took too long to arrive",
  409: "It conflicts with what there is",
  410: "Retired",
  413: "The request is too large",
  416: "There is no such part; Content-Range says how many bytes there are",
  422: "The request cannot be carried out as it is",
  429: "Too many requests; Retry-After says when to try again",
  500: "A fault of the gateway",
  502: "The provider's answer was an error or broken",
  503: "No provider can serve the call now",
  524: "The provider took too long",
  529: "The provider is overloaded",
};

function failure(code: number) {
  return {
    description: MEANINGS[code] ?? "Failure",
    content: { "application/json": { schema: ErrorEnvelope } },
    ...(code === 429 && {
      headers: { "retry-after": { schema: { type: "integer" as const }, description: "Seconds" } },
    }),
  };
}
