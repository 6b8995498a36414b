"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { formatCount } from "#lib/format.ts";
import type { Result } from "./use-change.ts";

/** Requests that would have been routed differently; each links to its panel in the logs. */
export function MovedRequests({ result: { examples, changed, unserved } }: { result: Result }) {
  const { slug } = useShell().currentWorkspace;
  const total = changed + unserved;
  return (
    <section aria-labelledby="moved-requests" className="flex flex-col gap-2">
      <h2 id="moved-requests" className="font-medium text-base">
        Requests that would have moved
        {total > examples.length && (
          <span className="font-normal text-muted text-sm">
            , the latest {formatCount(examples.length)} of {formatCount(total)}
          </span>
        )}
      </h2>
      <ul aria-labelledby="moved-requests" className="border-t">
        {examples.map(({ id, before, after }) => (
          <li key={id} className="border-b">
            <Link
              href={`/w/${slug}/logs?peek=${encodeURIComponent(id)}`}
              className="flex flex-wrap gap-x-4 gap-y-0.5 px-2 py-2 text-sm hover:bg-well pointer-coarse:py-3"
            >
              <span className="break-all font-mono text-xs">{id}</span>
              <span className="min-w-0 break-all text-muted">
                {before} → {after ?? "no candidate left"}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
