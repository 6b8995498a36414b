import { z } from "zod";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** Which tool calls need a person's approval. */
export const MCP_APPROVALS = ["always", "never"] as const;

const Definition = z.object({
  title: z.string().nullable(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  hash: z.string().describe("SHA-256 of the name, title, description and schema"),
});

export const McpTool = z
  .object({
    name: z.string(),
    status: z
      .enum(["approved", "new", "changed", "removed"])
      .describe("Only `approved` tools are offered. `new` and `changed` tools wait for a review."),
    enabled: z.boolean().describe("Whether models may call the tool once it is approved"),
    approval: z.enum(MCP_APPROVALS).describe("`always`: each call waits for the caller's approval"),
    listed: Definition.nullable().describe("What the server lists now. Null for a `removed` tool."),
    pinned: Definition.nullable().describe("What was approved last. Null for a `new` tool."),
    reviewed_at: Timestamp.nullable(),
  })
  .meta({ id: "McpTool" });

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
const Slug = z.string().regex(SLUG, "1 to 32 lowercase letters, digits and hyphens");

/** Headers set by the protocol or the connection, which users cannot set. */
const OWN_HEADERS = /^(?:host|connection|content-length|content-type|transfer-encoding|accept|mcp-.*|proxy-.*)$/i;
const HeaderName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, "A header name")
  .refine((name) => !OWN_HEADERS.test(name), "The gateway sets this header");
const HeaderValue = z.string().regex(/^[\t\x20-\x7e]{1,4000}$/, "1 to 4,000 visible ASCII characters");

const Url = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .max(2000)
  .refine((url) => !URL.canParse(url) || new URL(url).username === "", "Send credentials in `headers`");

const shared = {
  name: z.string().trim().min(1).max(200),
  url: Url.describe("URL of the server's streamable HTTP endpoint"),
  enabled: z.boolean(),
  headers: z
    .record(HeaderName, HeaderValue)
    .refine((headers) => Object.keys(headers).length <= 20, "At most 20 headers")
    .describe("Headers to send with each request, such as `Authorization`. Stored encrypted and returned masked."),
};

export const McpServer = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    slug: z.string().describe("The `server_label` in requests"),
    ...shared,
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    oauth: z
      .object({
        status: z
          .enum(["pending", "authorized", "expired"])
          .describe("`pending`: access has not been granted at the authorization server yet"),
        expires_at: Timestamp.nullable().describe(
          "When the access token expires. It is refreshed before that, if possible.",
        ),
        scope: z.string().nullable(),
      })
      .nullable()
      .describe("Null for a server that does not use OAuth"),
    health: z.object({
      status: z.enum(["unknown", "ok", "failing"]),
      checked_at: Timestamp.nullable(),
      error: z.string().nullable(),
      left_out: z.number().int().describe("Listed tools that are left out because they exceed a limit"),
    }),
    tools: z.array(McpTool),
    tools_to_review: z.number().int().describe("Number of `new` and `changed` tools"),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "McpServer" });

const path = "/mcp-servers";
const resource = "mcp-servers";
const roles = "administrators";
const access = "management";

export const listMcpServers = endpoint({
  id: "listMcpServers",
  resource,
  method: "GET",
  path,
  roles,
  access,
  summary: "List MCP servers",
  query: Page.extend({
    workspace_id: WorkspaceRef,
  }),
  response: listOf(McpServer),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const createMcpServer = endpoint({
  id: "createMcpServer",
  resource,
  method: "POST",
  path,
  roles,
  access,
  summary: "Register an MCP server",
  description:
    "Does not contact the server: refresh its tools next, then review them. A workspace can have up to 50 servers.",
  largeBody: true,
  body: z.strictObject({
    ...shared,
    slug: Slug.describe("The `server_label` in requests. Cannot be changed later."),
    enabled: shared.enabled.default(true),
    headers: shared.headers.default({}),
    workspace_id: WorkspaceRef,
  }),
  status: 201,
  response: dataOf(McpServer),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getMcpServer = endpoint({
  id: "getMcpServer",
  resource,
  method: "GET",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Get an MCP server",
  params: IdParams,
  response: dataOf(McpServer),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateMcpServer = endpoint({
  id: "updateMcpServer",
  resource,
  method: "PATCH",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Update an MCP server",
  description:
    "Omitted fields stay unchanged. `headers` replaces all headers; a masked value that you send back keeps its " +
    "value. A URL with a different origin needs new `headers`: the stored ones are not sent there.",
  params: IdParams,
  largeBody: true,
  body: z
    .strictObject({
      ...shared,
      headers: z
        .record(HeaderName, z.string().min(1).max(4000))
        .refine((headers) => Object.keys(headers).length <= 20, "At most 20 headers"),
      tools: z
        .array(
          z.strictObject({
            name: z.string().min(1).max(128),
            enabled: z.boolean().optional(),
            approval: z.enum(MCP_APPROVALS).optional(),
          }),
        )
        .max(200)
        .describe("Settings of individual tools"),
    })
    .partial()
    .prefault({}),
  response: dataOf(McpServer),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const deleteMcpServer = endpoint({
  id: "deleteMcpServer",
  resource,
  method: "DELETE",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Delete an MCP server",
  params: IdParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const refreshMcpServer = endpoint({
  id: "refreshMcpServer",
  resource,
  method: "POST",
  path: `${path}/{id}/refresh`,
  roles,
  access,
  summary: "Refresh the tools of an MCP server",
  description:
    "Connects to the server and lists its tools. Succeeds even if the server fails: `health` says why. New and " +
    "changed tools wait for a review.",
  params: IdParams,
  response: dataOf(McpServer),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const reviewMcpServer = endpoint({
  id: "reviewMcpServer",
  resource,
  method: "POST",
  path: `${path}/{id}/review`,
  roles,
  access,
  summary: "Approve tools of an MCP server",
  description:
    "Approves tools as you reviewed them: if a tool has changed since, its hash does not match and the request fails with 409. " +
    "Removed tools are no longer listed.",
  params: IdParams,
  body: z.strictObject({
    tools: z
      .array(z.strictObject({ name: z.string().min(1).max(128), hash: z.string().min(1).max(64) }))
      .min(1)
      .max(200),
  }),
  response: dataOf(McpServer),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const McpCall = z
  .object({
    generation_id: z.string(),
    created_at: Timestamp,
    tool: z.string(),
    is_error: z.boolean(),
    latency: z.number().int().describe("Milliseconds"),
    by_model: z.boolean().describe("False for a call through `POST /mcp`"),
    api_key_name: z.string().nullable().describe("Null for console sessions and deleted keys"),
  })
  .meta({ id: "McpCall" });

export const listMcpCalls = endpoint({
  id: "listMcpCalls",
  resource,
  method: "GET",
  path: `${path}/{id}/calls`,
  roles,
  access,
  summary: "List recent calls of an MCP server",
  description: "Returns up to 100 calls of its tools in the last seven days, newest first.",
  params: IdParams,
  response: z.object({ data: z.array(McpCall) }),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
