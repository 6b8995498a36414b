import type { Metadata } from "next";
import type { ReactNode } from "react";
import { WorkspaceFrame } from "#components/console/workspace-frame.tsx";

type Props = { params: Promise<{ workspace: string }>; children: ReactNode };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { workspace } = await params;
  return { title: { default: workspace, template: `%s · ${workspace} · Switchboard` } };
}

export default async function WorkspaceLayout({ params, children }: Props) {
  const { workspace } = await params;
  return <WorkspaceFrame name={decodeURIComponent(workspace)}>{children}</WorkspaceFrame>;
}
