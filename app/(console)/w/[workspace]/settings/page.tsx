import type { Metadata } from "next";
import { WorkspaceSettings } from "#components/settings/workspace-settings.tsx";
import { DangerZone } from "#components/workspaces/danger-zone.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return <WorkspaceSettings dangerZone={<DangerZone />} />;
}
