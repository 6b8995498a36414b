import type { ReactNode } from "react";
import { DocsNavigation } from "./docs-navigation.tsx";
import { docsPages } from "./docs-pages.ts";

/** The list of the reference's pages on the left, the current page next to it. */
export function DocsColumns({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-8 max-lg:flex-col">
      <DocsNavigation pages={docsPages} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
