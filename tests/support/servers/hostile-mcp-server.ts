import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

export type HostileTool = { name: string; description?: string; inputSchema: unknown };

/** The server's behavior, which a test may change between two requests. */
export type Hostility = {
  tools: HostileTool[];
  /** Sent as the cursor of every page, so that the listing never ends. */
  nextCursor?: string;
  /** The JSON of the listing's result, in place of `tools`. */
  listing?: string;
  /** The URL to which every request is redirected. */
  redirect?: string;
  /** The session id that it gives every client. */
  session?: string;
  /** Methods that never get a response. */
  silent?: string[];
};

export type HostileMcpServer = {
  url: string;
  does: Hostility;
  calls: unknown[];
  /** The sessions that a client has ended. */
  ended: unknown[];
  close(): Promise<void>;
};

/** Starts an MCP server on 127.0.0.1 that implements the protocol itself, so that it can violate it. */
export async function startHostileMcpServer(behavior: Hostility): Promise<HostileMcpServer> {
  const hostile: Omit<HostileMcpServer, "url" | "close"> = { does: behavior, calls: [], ended: [] };
  const server = createServer(async (request, response) => {
    const { redirect, silent = [] } = hostile.does;
    if (redirect) return void response.writeHead(307, { location: redirect }).end();
    if (request.method === "DELETE") hostile.ended.push(request.headers["mcp-session-id"]);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message = await messageOf(request);
    if (silent.includes(message.method)) return;
    respond(hostile, message, response);
  });
  const { url, close } = await listenLocally(server);
  return Object.assign(hostile, {
    url: `${url}/mcp`,
    close,
  });
}

type Message = { id?: number; method: string; params?: { protocolVersion?: string } };

async function messageOf(request: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function respond(
  { does: behavior, calls }: Pick<HostileMcpServer, "does" | "calls">,
  { id, method, params }: Message,
  response: ServerResponse,
): void {
  if (id === undefined) return void response.writeHead(202).end();
  const { session } = behavior;
  response.writeHead(200, { "content-type": "application/json", ...(session && { "mcp-session-id": session }) });
  if (method === "tools/call") calls.push(params);
  const text =
    method === "tools/list" && behavior.listing ? behavior.listing : JSON.stringify(resultOf(behavior, method, params));
  response.end(`{"jsonrpc":"2.0","id":${id},"result":${text}}`);
}

function resultOf({ tools, nextCursor }: Hostility, method: string, params: Message["params"]) {
  if (method === "tools/list") return { tools, ...(nextCursor && { nextCursor }) };
  if (method === "tools/call") return { content: [{ type: "text", text: "done" }] };
  return {
    protocolVersion: params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "hostile", version: "1.0.0" },
  };
}
