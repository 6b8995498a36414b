import type { JSONSchema7 } from "@ai-sdk/provider";
import type { Body } from "#server/dialects/dialect.ts";
import type { Bill } from "./tool-charge.ts";

/** What a tool returns to the model. */
export type ToolOutcome = { text: string; isError: boolean; sources?: readonly ToolSource[] };

/** A page that a result quotes; the response cites it. */
export type ToolSource = { title: string; url: string };

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
  /** The most that one call costs; absent: it is free. */
  worstNanoUsd?: number;
  /**
   * Runs the tool; `bill` receives what it costs. A failure is an outcome for the model. Rejects only if `signal` aborts
   * or for a bug.
   */
  run(input: Body, signal: AbortSignal, bill: Bill): Promise<ToolOutcome>;
};

export function failed(text: string): ToolOutcome {
  return { text, isError: true };
}
