"use client";

import { createContext, useContext } from "react";
import type { Command } from "./commands/commands.ts";

export type ShellWorkspace = { id: string; name: string; slug: string };

/** The shell's data and callbacks. The shell fetches nothing itself. */
export type ShellData = {
  user: { id: string; name: string; email: string };
  organization: { name: string };
  /** The user's role in the organization, as the API spells it. */
  role: string;
  workspaces: readonly ShellWorkspace[];
  currentWorkspace: ShellWorkspace;
  /** The base URL for SDKs; offered as "Copy base URL". */
  baseUrl?: string;
  onSignOut: () => void;
  /** Opens the form for a new workspace; without it the entry is hidden. */
  onCreateWorkspace?: () => void;
  /** Server results for the command menu (a key by its last four characters, a request id). */
  findCommands?: (text: string) => Promise<Command[]>;
};

export const ShellContext = createContext<ShellData | undefined>(undefined);

/** Returns the shell's data, for use inside ConsoleShell. */
export function useShell(): ShellData {
  const data = useContext(ShellContext);
  if (!data) throw new Error("useShell must be used inside ConsoleShell");
  return data;
}
