"use client";

import { useEffect, useRef } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { LinkTab } from "#components/ui/display/tabs.tsx";
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
            <LinkTab href={playgroundPath(slug, id)} isCurrent={id === mode}>
              {label}
            </LinkTab>
          </li>
        ))}
      </ul>
    </nav>
  );
}
