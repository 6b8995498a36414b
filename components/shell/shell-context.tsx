"use client";

import { createContext, useContext } from "react";
import type { Command } from "./commands/commands.ts";

export type ShellWorkspace = { id: string; name: string; slug: string };
export type ShellHealth = { state: "ok" | "degraded" | "down" | "unknown"; text: string };

/** What the shell shows and calls. It fetches nothing itself. */
export type ShellData = {
  user: { id: string; name: string; email: string };
  organization: { name: string };
  /** The person's role in the organization, as the API spells it. */
  role: string;
  workspaces: readonly ShellWorkspace[];
  currentWorkspace: ShellWorkspace;
  health?: ShellHealth;
  /** The address SDKs are pointed at; offered as "Copy base URL". */
  baseUrl?: string;
  onSignOut: () => void;
  /** Opens the form for a new workspace; without it the entry is not shown. */
  onCreateWorkspace?: () => void;
  /** Results that need the server (a key by its last four, a request id), for the command menu. */
  findCommands?: (text: string) => Promise<Command[]>;
};

export const ShellContext = createContext<ShellData | undefined>(undefined);

/** The shell's data, for anything inside ConsoleShell. */
export function useShell(): ShellData {
  const data = useContext(ShellContext);
  if (!data) throw new Error("useShell needs a ConsoleShell around it");
  return data;
}
