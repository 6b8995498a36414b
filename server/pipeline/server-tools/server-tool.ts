import type { JSONSchema7 } from "@ai-sdk/provider";
import type { Body } from "#server/dialects/dialect.ts";
import type { ToolPayment } from "./tool-charge.ts";

/** What a tool returns to the model. */
export type ToolOutcome = {
  text: string;
  isError: boolean;
  sources?: readonly ToolSource[];
  files?: readonly ToolFile[];
  /** The whole result of an MCP server, for a client of our own MCP endpoint. */
  mcp?: McpResult;
};

/** A result in the format of the MCP specification. */
export type McpResult = { content: Body[]; structuredContent?: Body };

/** A file that a tool created, which the response contains. */
export type ToolFile = { mediaType: string; bytes: Uint8Array };

/** How a tool pays. */
export type ToolMoney = {
  /** Charges for a run, whatever happens to the result. */
  bill: ToolPayment;
  /**
   * Reserves the cost of a request; resolves with false if the limits do not allow it. `isByok`: a BYOK credential
   * pays.
   */
  afford(nanoUsd: number, isByok?: boolean): Promise<boolean>;
  /** Ends such a reservation, once the request's cost has been charged. */
  release(nanoUsd: number, isByok?: boolean): void;
};

/** Tools of MCP servers cost nothing. */
export const FREE: ToolMoney = {
  bill: async () => undefined,
  afford: async () => true,
  release: () => undefined,
};

export const NO_BUDGET = "The spending limit does not cover this call";

/** A page that a result quotes; the response cites it. */
export type ToolSource = { title: string; url: string };

/** A tool that the gateway runs for a model. */
export type ServerTool = {
  /** Who serves it: `switchboard`, or the label of an MCP server. */
  server: string;
  /** The URL of an MCP server, if the request names it by URL. */
  url?: string;
  /** The slug of a registered MCP server. */
  slug?: string;
  /** Its name there. */
  name: string;
  /** The function that the model calls. */
  functionName: string;
  description: string;
  inputSchema: JSONSchema7;
  /** The most calls in one response; further requests get an error. */
  maxUses?: number;
  /** The most that one request costs; absent: it is free. */
  worstNanoUsd?: number;
  /** Each request waits for the caller's approval. */
  asks?: boolean;
  /**
   * Runs the tool. A failure is an outcome for the model. Rejects only if `signal` aborts
   * or for a bug.
   */
  run(input: Body, signal: AbortSignal, money: ToolMoney): Promise<ToolOutcome>;
};

export function toolFailure(text: string): ToolOutcome {
  return { text, isError: true };
}
