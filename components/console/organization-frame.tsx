"use client";

import type { ReactNode } from "react";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { NoWorkspace } from "./no-workspace.tsx";
import { useSignedIn } from "./session-context.ts";
import { WorkspaceFrame } from "./workspace-frame.tsx";

/** The shell around pages outside any workspace: it keeps the user's previous workspace, unless that was deleted. */
export function OrganizationFrame({ children }: { children: ReactNode }) {
  const { workspaces } = useSignedIn();
  const left = workspaces.find(({ slug }) => slug === currentWorkspace());
  const name = (left ?? workspaces[0])?.slug;
  return name ? <WorkspaceFrame name={name}>{children}</WorkspaceFrame> : <NoWorkspace />;
}
