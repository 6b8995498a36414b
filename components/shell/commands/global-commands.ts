"use client";

import { CircleUser, Copy, Moon, Plus, SquareTerminal } from "lucide-react";
import { useTheme } from "next-themes";
import { useMemo } from "react";
import { useNavigate } from "#components/ui/hooks/use-navigate.ts";
import { PLAYGROUND_MODES, playgroundPath } from "#lib/playground-modes.ts";
import { hrefOf, navigationFor } from "../navigation.ts";
import { useShell } from "../shell-context.tsx";
import { type Command, useCommands } from "./commands.ts";

/** Registers the commands available on every page: pages, workspaces, theme, base URL. */
export function useGlobalCommands(copyBaseUrl: (baseUrl: string) => void): void {
  const { currentWorkspace, workspaces, role, baseUrl, onCreateWorkspace } = useShell();
  const { resolvedTheme, setTheme } = useTheme();
  const go = useNavigate();
  const commands = useMemo<Command[]>(() => {
    const pages = navigationFor(role).map((entry) => ({
      id: `page:${entry.path}`,
      label: entry.label,
      group: "Go to" as const,
      icon: entry.icon,
      keywords: [entry.group],
      ...(entry.jump ? { shortcut: `g ${entry.jump}` } : {}),
      run: () => go(hrefOf(entry, currentWorkspace.slug)),
    }));
    const modes = PLAYGROUND_MODES.filter(({ id }) => id !== "text").map(({ id, label }) => ({
      id: `page:playground/${id}`,
      label: `Playground: ${label}`,
      group: "Go to" as const,
      icon: SquareTerminal,
      keywords: ["try"],
      run: () => go(playgroundPath(currentWorkspace.slug, id)),
    }));
    const account = {
      id: "page:/account",
      label: "Your account",
      group: "Go to" as const,
      icon: CircleUser,
      keywords: ["profile", "password", "passkeys", "second factor", "sessions"],
      run: () => go("/account"),
    };
    const switches = workspaces
      .filter((workspace) => workspace.id !== currentWorkspace.id)
      .map((workspace) => ({
        id: `workspace:${workspace.id}`,
        label: `Switch to ${workspace.name}`,
        group: "Do" as const,
        keywords: ["workspace", workspace.slug],
        run: () => go(`/w/${workspace.slug}`),
      }));
    const dark = resolvedTheme === "dark";
    const theme = { id: "theme", label: dark ? "Use light theme" : "Use dark theme", group: "Do" as const, icon: Moon };
    return [
      ...pages,
      ...modes,
      account,
      ...(baseUrl
        ? [
            {
              id: "base-url",
              label: "Copy base URL",
              group: "Do" as const,
              icon: Copy,
              run: () => copyBaseUrl(baseUrl),
            },
          ]
        : []),
      { ...theme, keywords: ["theme", "mode", "toggle"], run: () => setTheme(dark ? "light" : "dark") },
      ...(onCreateWorkspace
        ? [{ id: "new-workspace", label: "New workspace", group: "Do" as const, icon: Plus, run: onCreateWorkspace }]
        : []),
      ...switches,
    ];
  }, [currentWorkspace, workspaces, role, baseUrl, onCreateWorkspace, resolvedTheme, setTheme, go, copyBaseUrl]);
  useCommands(commands);
}
