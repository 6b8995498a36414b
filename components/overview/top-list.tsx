import { type AnalyticsRow, metricOf, UNKNOWN } from "#components/charts/analytics-rows.ts";
import { Link } from "#components/ui/display/link.tsx";
import { Money } from "#components/ui/display/money.tsx";
import { formatCompact, formatCount } from "#lib/format.ts";

type TopListProps = {
  title: string;
  rows: readonly AnalyticsRow[];
  dimension: "model" | "api_key_hash" | "user_id";
  nameOf: (value: string) => string;
  hrefOf?: (value: string) => string;
};

/** Number of entries listed. */
export const TOP_MOST = 8;

/** The largest consumers, with bars relative to the first. */
export function TopList({ title, rows, dimension, nameOf, hrefOf }: TopListProps) {
  const most = Math.max(1, ...rows.map((row) => metricOf(row, "requests") ?? 0));
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium text-sm">{title}</h3>
      <ul className="border-t">
        {rows.slice(0, TOP_MOST).map((row) => {
          const value = typeof row[dimension] === "string" ? row[dimension] : null;
          const requests = metricOf(row, "requests") ?? 0;
          return (
            <li key={String(value)} className="relative flex items-center gap-3 border-b px-2 py-1.5 text-sm">
              <span
                aria-hidden
                className="absolute inset-y-1 left-0 rounded-sm bg-accent-soft"
                style={{ width: `${(requests / most) * 100}%` }}
              />
              <span dir="auto" className="relative min-w-0 flex-1 truncate text-left">
                {value && hrefOf ? (
                  <Link href={hrefOf(value)} className="hover:underline">
                    {nameOf(value)}
                  </Link>
                ) : (
                  nameOf(value ?? UNKNOWN)
                )}
              </span>
              <span className="relative text-xs" title={`${formatCount(requests)} requests`}>
                {formatCompact(requests)}
              </span>
              <Money usd={metricOf(row, "cost")} total className="relative w-20 text-right text-xs" />
            </li>
          );
        })}
      </ul>
      <p className="text-muted text-xs">
        Requests and spend. {rows.length > TOP_MOST && `Showing ${TOP_MOST} of ${formatCount(rows.length)}.`}
      </p>
    </section>
  );
}
