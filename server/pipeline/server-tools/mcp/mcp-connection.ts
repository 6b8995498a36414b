import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type CallToolResult, CallToolResultSchema, ListToolsResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { ToolDefinition } from "#server/data/mcp-servers.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import { type ToolOutcome, toolFailure } from "../server-tool.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { outcomeOf, wholeOutcome } from "./mcp-result.ts";
import { definitionOf } from "./tool-definition.ts";

/** An open connection to one MCP server. */
export type McpConnection = {
  tools: ReadonlyMap<string, ToolDefinition>;
  /** The number of listed tools that are omitted because they exceed a limit. */
  leftOut: number;
  /** Calls a tool for a model, which reads text only. */
  call(name: string, input: Body, signal: AbortSignal): Promise<ToolOutcome>;
  /** Calls a tool for a client that reads every kind of content. */
  callWhole(name: string, input: Body, signal: AbortSignal): Promise<ToolOutcome>;
  close(): Promise<void>;
};

/** The address of a server. */
export type McpTarget = { url: string; headers: Record<string, string> };

export type McpLimits = { callTimeoutMs: number };

const CONNECT_TIMEOUT_MS = 10_000;
const END_MS = 1_000;
/** Size limit of one response from the server. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_TOOLS = 128;
/** Size limit of all definitions of a server, as JSON. */
const MAX_CHARACTERS = 1024 * 1024;
const MAX_PAGES = 10;

/**
 * Connects to an MCP server over streamable HTTP and lists its tools. Rejects with an McpFailure if the server cannot
 * be reached or does not speak the protocol, and with the signal's reason if it aborts. `send` must reject addresses
 * that callers may not reach.
 */
export async function connectMcp(
  target: McpTarget,
  send: typeof fetch,
  signal: AbortSignal,
  { callTimeoutMs }: McpLimits,
): Promise<McpConnection> {
  const client = new Client({ name: "switchboard", version: "1.0.0" });
  const options = { signal, timeout: CONNECT_TIMEOUT_MS };
  try {
    const transport = new StreamableHTTPClientTransport(new URL(target.url), {
      requestInit: { headers: target.headers },
      fetch: boundedFetch(send, MAX_BYTES),
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 1_000,
        maxReconnectionDelay: 1_000,
        reconnectionDelayGrowFactor: 1,
      },
    });
    await client.connect(transport, options);
    return {
      ...(await listTools(client, options)),
      call: (...asked) => callTool(client, asked, callTimeoutMs, outcomeOf),
      callWhole: (...asked) => callTool(client, asked, callTimeoutMs, wholeOutcome),
      close: () => endSession(client, transport),
    };
  } catch (thrown) {
    await client.close().catch(() => undefined);
    if (signal.aborted) throw thrown;
    throw new McpFailure(reason(thrown));
  }
}

/** Ends the session, if the server keeps one; it has a second to respond. */
async function endSession(client: Client, transport: StreamableHTTPClientTransport): Promise<void> {
  const timer = setTimeout(() => void client.close(), END_MS);
  await transport.terminateSession().catch(() => undefined);
  clearTimeout(timer);
  await client.close();
}

/**
 * Thrown if an MCP server cannot be used. The message continues a sentence that starts with its name, and never quotes
 * the server.
 */
export class McpFailure extends Error {}

/**
 * Does not use the client's own method, because it compiles the server's output schemas, whose patterns could stall us.
 */
async function listTools(client: Client, options: { signal: AbortSignal; timeout: number }) {
  const tools = new Map<string, ToolDefinition>();
  let [leftOut, characters] = [0, 0];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client.request({ method: "tools/list", params }, ListToolsResultSchema, options);
    for (const tool of listed.tools) {
      const definition = tools.size < MAX_TOOLS ? definitionOf(tool) : undefined;
      characters += definition ? JSON.stringify(definition).length : 0;
      if (definition && characters <= MAX_CHARACTERS && !tools.has(tool.name)) tools.set(tool.name, definition);
      else leftOut += 1;
    }
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return { tools, leftOut };
}

async function callTool(
  client: Client,
  [name, input, signal]: [string, Body, AbortSignal],
  timeout: number,
  read: (result: CallToolResult) => ToolOutcome,
): Promise<ToolOutcome> {
  try {
    const params = { name, arguments: input };
    const options = { signal, timeout, resetTimeoutOnProgress: false };
    return read(await client.request({ method: "tools/call", params }, CallToolResultSchema, options));
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return toolFailure(`The tool failed: ${thrown instanceof Error ? thrown.message.slice(0, 500) : "unknown error"}`);
  }
}

/** An error's message may quote the server, so only the kind of error is reported. */
function reason(thrown: unknown): string {
  const { code, cause } = thrown as { code?: unknown; cause?: { status?: unknown; message?: unknown } };
  if (cause instanceof HttpError) return `cannot be used: ${cause.message}`;
  if (code === 401 || code === 403) return `rejected the credentials (${code})`;
  if (typeof code === "number" && code >= 400 && code < 600) return `responded with ${code}`;
  return "could not be reached or does not speak MCP over streamable HTTP";
}
