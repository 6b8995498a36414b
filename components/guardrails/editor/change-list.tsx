import type { Change } from "../guardrail-parts.ts";

/** The changes, part by part: before and after. */
export function ChangeList({ changes, label }: { changes: readonly Omit<Change, "tab">[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-col divide-y text-sm">
      {changes.map(({ id, name, before, after }) => (
        <li key={id} className="grid gap-x-4 gap-y-0.5 py-2 first:pt-0 last:pb-0 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <span className="min-w-0 break-words text-muted">{name}</span>
          <span className="flex min-w-0 flex-col gap-0.5">
            {before !== undefined && (
              <del className="flex gap-1.5 break-words text-bad no-underline [overflow-wrap:anywhere]">
                <span aria-hidden>−</span>
                <span className="sr-only">Before:</span>
                {before}
              </del>
            )}
            {after !== undefined && (
              <ins className="flex gap-1.5 break-words text-ok no-underline [overflow-wrap:anywhere]">
                <span aria-hidden>+</span>
                <span className="sr-only">After:</span>
                {after}
              </ins>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
