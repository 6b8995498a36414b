"use client";

import { hrefOf, navigationFor } from "#components/shell/navigation.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { Link } from "#components/ui/display/link.tsx";

/** Says that the address is unknown, with links to existing pages. */
export function PageNotFoundContent() {
  const { role, currentWorkspace } = useShell();
  const { slug } = currentWorkspace;
  return (
    <div className="flex max-w-180 flex-col gap-3 py-8">
      <p className="font-mono text-muted text-sm">404</p>
      <h1 className="font-medium text-xl">Page not found</h1>
      <p className="text-muted">
        It may have been renamed or removed, or the link is incomplete. Search with <Kbd keys="⌘ K" />, or go to:
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {navigationFor(role).map((entry) => (
          <li key={entry.path}>
            <Link href={hrefOf(entry, slug)} className="text-accent-ink underline underline-offset-3">
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
