"use client";

import type { z } from "zod";
import { parseAsBoolean, parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import type { McpServer, McpTool } from "#lib/contract/mcp-servers.ts";

export type Server = z.output<typeof McpServer>;
export type Tool = z.output<typeof McpTool>;

const parsers = {
  /** The server whose panel is open. */
  peek: parseAsString,
  create: parseAsBoolean.withDefault(false),
  /** Set by an authorization server when it sends the browser back. */
  code: parseAsString,
  state: parseAsString,
};

/** The view of the MCP servers, stored in the URL. */
export function useMcpView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  return { view, setView };
}
