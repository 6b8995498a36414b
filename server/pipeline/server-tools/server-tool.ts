import type { JSONSchema7 } from "@ai-sdk/provider";
import type { Body } from "#server/dialects/dialect.ts";

/** What a tool returns to the model. */
export type ToolOutcome = { text: string; isError: boolean };

/** A tool that the gateway runs for a model. */
export type ServerTool = {
  /** Who serves it: `switchboard`, or the label of an MCP server. */
  server: string;
  /** Its name there. */
  name: string;
  /** The function that the model calls. */
  functionName: string;
  description: string;
  inputSchema: JSONSchema7;
  /** The most calls in one response; further calls get an error. */
  maxUses?: number;
  /** Runs the tool. A failure is an outcome for the model. Rejects only if `signal` aborts or for a bug. */
  run(input: Body, signal: AbortSignal): Promise<ToolOutcome>;
};

export function failed(text: string): ToolOutcome {
  return { text, isError: true };
}
