import type { Metadata } from "next";
import { WorkspaceView } from "#components/workspaces/workspace-view.tsx";

export const metadata: Metadata = { title: "Workspace" };

export default function WorkspacePage() {
  return <WorkspaceView />;
}
