import { SpanKind } from "@opentelemetry/api";
import { endSpan, SERVER_ERROR } from "./endings.ts";
import type { OpenCall } from "./open-call.ts";
import type { ToolStart, ToolTrace } from "./telemetry.ts";

/** Starts the span of a server tool that the gateway runs: without its arguments and its result. */
export function startTool({ sampled }: OpenCall, { name, server, callId }: ToolStart): ToolTrace {
  if (!sampled) return UNSAMPLED;
  const { tracer, context, offsetMs } = sampled;
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": name,
    "gen_ai.tool.call.id": callId,
    "switchboard.tool.server": server,
  };
  const options = { kind: SpanKind.INTERNAL, startTime: offsetMs + performance.now(), attributes };
  const span = tracer.startSpan(`execute_tool ${name}`, options, context);
  return {
    end(isError) {
      if (isError) span.setAttribute("error.type", "tool_error");
      endSpan(span, isError ? SERVER_ERROR : 200, SERVER_ERROR, offsetMs);
    },
  };
}

const UNSAMPLED: ToolTrace = { end: () => undefined };
