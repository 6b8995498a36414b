import { reviewMcpServer as endpoint } from "#lib/contract/mcp-servers.ts";
import type { StoredTool } from "#server/data/mcp-servers.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { changeMcpServer } from "./change-mcp-server.ts";
import { requireMcpServer } from "./require-mcp-server.ts";

export const reviewMcpServer = operation(endpoint)(async (gateway, call) => {
  const row = await requireMcpServer(gateway, call.principal, call.params.id);
  const hashes = new Map(call.body.tools.map(({ name, hash }) => [name, hash]));
  const reviewedAt = new Date(gateway.now()).toISOString();
  const data = await changeMcpServer(gateway, call, row, "review", ({ tools }) => {
    const unknown = [...hashes.keys()].find((name) => !tools.some((tool) => tool.name === name));
    if (unknown) throw new HttpError(400, `Invalid request: tools: this server has no tool ${unknown}`);
    return { tools: tools.flatMap((tool) => approveTool(tool, hashes.get(tool.name), reviewedAt)) };
  });
  return { data };
});

function approveTool(tool: StoredTool, hash: string | undefined, reviewedAt: string): StoredTool[] {
  if (hash === undefined) return [tool];
  const { name, listed, pinned } = tool;
  if (hash !== (listed ?? pinned)?.hash)
    throw new HttpError(409, `The tool ${name} has changed since it was read. Review it again.`);
  return listed ? [{ ...tool, pinned: listed, reviewedAt }] : [];
}
