"use client";

import { useEffect, useRef } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { cn } from "#lib/cn.ts";
import { PLAYGROUND_MODES, playgroundPath } from "#lib/playground-modes.ts";

/** Links to the playground's other modes, in a row that scrolls if needed; the current one is visible. */
export function ModeSwitcher({ mode, className }: { mode: string; className?: string }) {
  const { slug } = useShell().currentWorkspace;
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const reveal = () => {
      const current = row.current?.querySelector<HTMLElement>(`[data-mode="${mode}"]`);
      if (current && row.current) row.current.scrollLeft = current.offsetLeft - row.current.clientWidth / 3;
    };
    reveal();
    window.addEventListener("resize", reveal);
    return () => window.removeEventListener("resize", reveal);
  }, [mode]);
  return (
    <nav aria-label="Playground mode" className={cn("min-w-0 shrink-0", className)}>
      <ul ref={row} className="relative flex gap-1 overflow-x-auto border-b">
        {PLAYGROUND_MODES.map(({ id, label }) => (
          <li key={id} data-mode={id} className="shrink-0">
            <Link
              href={playgroundPath(slug, id)}
              // The modes are larger than the page that links to them.

              aria-current={id === mode ? "page" : undefined}
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
