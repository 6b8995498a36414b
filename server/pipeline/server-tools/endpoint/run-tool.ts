import type { JSONSchema7 } from "@ai-sdk/provider";
import type { Body } from "#server/dialects/dialect.ts";
import { createGuard } from "#server/guardrails/guard.ts";
import type { IncomingCall } from "../../enter-call.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { McpFailure } from "../mcp/mcp-connection.ts";
import { connectRegistered } from "../mcp/read-listing.ts";
import { type CallRun, runCalls } from "../run-calls.ts";
import { FREE, type ServerTool, type ToolOutcome, toolFailure } from "../server-tool.ts";
import type { PermittedTool } from "./permitted-tools.ts";
import { recordRun } from "./record-run.ts";

/**
 * Runs a tool of a registered server for a client of our own MCP endpoint, and records it as a generation. Guardrails
 * read the arguments and the result. A failure is an outcome of the request. Rejects if `signal` aborts.
 */
export async function runTool(
  gateway: PipelineGateway,
  incoming: IncomingCall,
  permitted: PermittedTool,
  input: Body,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const guard = createGuard(gateway.guardrails.effective(incoming.principal));
  const { SERVER_TOOL_TIMEOUT_MS: timeoutMs } = gateway.environment;
  const call = { id: incoming.requestId, tool: serverTool(gateway, permitted), input };
  const { headers, arrivedMs } = incoming;
  const requestedModel = `mcp/${permitted.server.slug}/${permitted.tool}`;
  const start = { operation: "callMcp", requestedModel, streamed: false, headers, arrivedMs };
  const trace = gateway.telemetry?.startCall(start);
  const limits = { atOnce: 1, timeoutMs, money: FREE, trace };
  const [run] = await runCalls([call], new Map(), guard, signal, limits).catch((thrown: unknown) => {
    trace?.fail(499);
    throw thrown;
  });
  recordRun(gateway, incoming, guard, run as CallRun, trace);
  return (run as CallRun).outcome;
}

function serverTool(gateway: PipelineGateway, { server, tool, definition }: PermittedTool): ServerTool {
  return {
    server: server.slug,
    slug: server.slug,
    name: tool,
    functionName: tool,
    description: definition.description,
    inputSchema: definition.inputSchema as JSONSchema7,
    async run(input, signal) {
      try {
        const connection = await connectRegistered(gateway, server, signal);
        try {
          const isUnchanged = connection.tools.get(tool)?.hash === definition.hash;
          if (!isUnchanged) return toolFailure("The server has changed this tool: it waits for a review");
          return await connection.callWhole(tool, input, signal);
        } finally {
          void connection.close();
        }
      } catch (thrown) {
        if (thrown instanceof McpFailure) return toolFailure(`The server ${thrown.message}`);
        throw thrown;
      }
    },
  };
}
