"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import { ConsoleShell } from "#components/shell/console-shell.tsx";
import type { ShellData } from "#components/shell/shell-context.tsx";
import { useNavigate } from "#components/ui/hooks/use-navigate.ts";
import { useOrigin } from "#components/ui/hooks/use-origin.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace, onWorkspaceChange, setCurrentWorkspace } from "#lib/api/workspace.ts";
import { signOut } from "#lib/contract/session.ts";
import { createWorkspace } from "#lib/contract/workspaces.ts";
import { mayCall } from "#lib/roles.ts";
import { DegradedBanner } from "./degraded-banner.tsx";
import { GatewayDownBanner } from "./gateway-down-banner.tsx";
import { useSignedIn } from "./session-context.ts";
import { UnknownWorkspace } from "./unknown-workspace.tsx";

/** The shell around the pages of one workspace, which the address names by slug or id. */
export function WorkspaceFrame({ name, children }: { name: string; children: ReactNode }) {
  const { workspaces } = useSignedIn();
  const found = workspaces.find((workspace) => workspace.slug === name || workspace.id === name);
  const shown = found ?? workspaces[0];
  const ready = useCallsFor(found?.slug);
  const data = useShellData(shown);
  if (!data) return <UnknownWorkspace name={name} />;
  return (
    <ConsoleShell key={shown?.slug} data={data}>
      <GatewayDownBanner />
      <DegradedBanner />
      {found ? ready && children : <UnknownWorkspace name={name} />}
    </ConsoleShell>
  );
}

/**
 * Sets the workspace of the tab's requests; returns true once it is set, so that no page sends requests for another
 * one.
 */
function useCallsFor(slug: string | undefined): boolean {
  useLayoutEffect(() => setCurrentWorkspace(slug), [slug]);
  const current = useSyncExternalStore(onWorkspaceChange, currentWorkspace, () => undefined);
  return current !== undefined && current === slug;
}

function useShellData(current: ShellData["currentWorkspace"] | undefined): ShellData | undefined {
  const session = useSignedIn();
  const client = useQueryClient();
  const origin = useOrigin();
  const go = useNavigate();
  return useMemo(() => {
    if (!current) return undefined;
    const role = session.role ?? "member";
    return {
      user: session.user,
      organization: { name: session.organization?.name ?? "" },
      role,
      workspaces: session.workspaces,
      currentWorkspace: current,
      baseUrl: `${origin}/api/v1`,
      onSignOut: () => {
        // Leaves the page even if the gateway is down; data read while signed in is dropped.
        const leave = () => window.location.assign("/sign-in");
        void call(signOut).then(leave, leave);
      },
      ...(mayCall(role, createWorkspace) && {
        onCreateWorkspace: () => go("/org/workspaces?create=true"),
      }),
      findCommands: async (text) => {
        const { findCommands } = await import("./find-commands.ts");
        return findCommands({ client, slug: current.slug, role, go }, text);
      },
    };
  }, [session, client, origin, go, current]);
}
