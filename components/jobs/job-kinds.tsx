"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { LinkTab } from "#components/ui/display/tabs.tsx";

const KINDS = [
  { id: "videos", label: "Videos", path: "" },
  { id: "batches", label: "Batches", path: "/batches" },
] as const;

/** Links to the pages of each kind of job. */
export function JobKinds({ kind }: { kind: (typeof KINDS)[number]["id"] }) {
  const { slug } = useShell().currentWorkspace;
  return (
    <nav aria-label="Kinds of jobs" className="pb-4">
      <ul className="flex gap-1 border-b">
        {KINDS.map(({ id, label, path }) => (
          <li key={id}>
            <LinkTab href={`/w/${slug}/jobs${path}`} isCurrent={id === kind}>
              {label}
            </LinkTab>
          </li>
        ))}
      </ul>
    </nav>
  );
}
