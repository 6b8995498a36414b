import { formatCompact, formatCount } from "#lib/format.ts";
import type { Recent } from "./use-hits.ts";

/** The number of findings in the last seven days; empty while loading. */
export function RecentHits({ recent }: { recent: Recent | undefined }) {
  if (!recent) return null;
  const { matches, shadow } = recent;
  const watched = shadow > 0 ? `, ${formatCount(shadow)} reported only` : "";
  return (
    <span className="text-muted text-xs" title={`Findings in the last seven days: ${formatCount(matches)}${watched}`}>
      {matches === 0 ? "none" : formatCompact(matches)} in 7 d
    </span>
  );
}
