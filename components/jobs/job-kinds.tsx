"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";

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
            <Link
              href={`/w/${slug}/jobs${path}`}
              aria-current={id === kind ? "page" : undefined}
              className="-mb-px flex h-9 items-center border-transparent border-b-2 px-2.5 text-muted text-sm hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:h-11 forced-colors:outline-none! forced-colors:not-aria-[current=page]:border-[Canvas]"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
