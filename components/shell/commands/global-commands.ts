"use client";

import { CircleUser, Copy, Moon, Plus, SquareTerminal } from "lucide-react";
import { usePathname } from "next/navigation";
import { useMemo } from "react";
import { useTheme } from "#components/ui/hooks/theme.ts";
import { useNavigate } from "#components/ui/hooks/use-navigate.ts";
import { createGuardrail } from "#lib/contract/guardrails.ts";
import { createInvitation } from "#lib/contract/invitations.ts";
import { createKey } from "#lib/contract/keys.ts";
import { PLAYGROUND_MODES, playgroundPath } from "#lib/playground-modes.ts";
import { mayCall, type Role } from "#lib/roles.ts";
import { hrefOf, navigationFor, pathIn } from "../navigation.ts";
import { useShell } from "../shell-context.tsx";
import type { Command } from "./commands.ts";

/** Returns the commands available on every page: pages, what can be created, workspaces, theme, base URL. */
export function useGlobalCommands(copyBaseUrl: (baseUrl: string) => void): readonly Command[] {
  const { currentWorkspace, workspaces, role, baseUrl, onCreateWorkspace } = useShell();
  const { resolvedTheme, setTheme } = useTheme();
  const go = useNavigate();
  const pathname = usePathname();
  return useMemo<Command[]>(() => {
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
        run: () => go(pathIn(workspace.slug, pathname)),
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
      ...creations(role, currentWorkspace.slug, go),
      ...(onCreateWorkspace
        ? [{ id: "new-workspace", label: "Create workspace", group: "Do" as const, icon: Plus, run: onCreateWorkspace }]
        : []),
      ...switches,
    ];
  }, [
    currentWorkspace,
    workspaces,
    role,
    baseUrl,
    onCreateWorkspace,
    resolvedTheme,
    setTheme,
    go,
    copyBaseUrl,
    pathname,
  ]);
}

/** What can be created from any page: each opens the form on its own page. */
function creations(role: string, slug: string, go: (path: string) => void): Command[] {
  const all = [
    { id: "create-key", label: "Create key", path: `/w/${slug}/keys?create=true`, endpoint: createKey },
    {
      id: "new-guardrail",
      label: "Create guardrail",
      path: `/w/${slug}/guardrails?create=true`,
      endpoint: createGuardrail,
    },
    { id: "invite", label: "Invite a member", path: "/org/members?invite=true", endpoint: createInvitation },
  ];
  return all
    .filter(({ endpoint }) => mayCall(role as Role, endpoint))
    .map(({ id, label, path }) => ({ id, label, group: "Do", icon: Plus, run: () => go(path) }));
}
