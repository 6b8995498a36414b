import { ArrowDown, ArrowUp } from "lucide-react";
import { formatPercent } from "#lib/format.ts";

/** How much a figure has changed since the previous period. */
export function Change({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null || before === 0) {
    return <span className="text-muted text-xs">{now ? "new" : "no change"}</span>;
  }
  const change = now / before - 1;
  if (Math.abs(change) < 0.0005) return <span className="text-muted text-xs">no change</span>;
  const Icon = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex items-center gap-0.5 text-muted text-xs" title="Compared with the previous period">
      <Icon className="size-3" aria-hidden />
      <span className="sr-only">{change > 0 ? "up" : "down"}</span>
      {change > 9.99 ? "10× or more" : formatPercent(Math.abs(change), Math.abs(change) < 0.1 ? 1 : 0)}
    </span>
  );
}
