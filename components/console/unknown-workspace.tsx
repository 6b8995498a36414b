"use client";

import { Link } from "#components/ui/display/link.tsx";
import { useSignedIn } from "./session-context.ts";

/** Shown if the workspace in the address does not exist or is not accessible, with links to those that are. */
export function UnknownWorkspace({ name }: { name: string }) {
  const { workspaces } = useSignedIn();
  return (
    <div className="flex max-w-180 flex-col gap-3 py-8">
      <p className="font-mono text-muted text-sm">404</p>
      <h1 className="font-medium text-xl">Workspace “{name}” not found</h1>
      <p className="text-muted">It may have been renamed or deleted, or you are not a member. Your workspaces:</p>
      <ul className="flex flex-col items-start gap-1">
        {workspaces.map((workspace) => (
          <li key={workspace.id}>
            <Link href={`/w/${workspace.slug}`} className="text-accent-ink underline underline-offset-3">
              {workspace.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
