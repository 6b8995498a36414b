import type { Metadata } from "next";
import { WorkspaceList } from "#components/workspaces/workspace-list.tsx";

export const metadata: Metadata = { title: "Workspaces" };

export default function WorkspacesPage() {
  return <WorkspaceList />;
}
