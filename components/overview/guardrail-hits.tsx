"use client";

import { useQuery } from "@tanstack/react-query";
import type { TimeRange } from "#components/charts/time/time-range.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { query } from "#lib/api/query.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { listGuardrailHits } from "#lib/contract/guardrail-hits.ts";
import { listGuardrails } from "#lib/contract/guardrails.ts";
import { formatCount } from "#lib/format.ts";

const VERBS = { block: "blocked", redact: "redacted", flag: "flagged" } as const;
type Count = { id: string; total: number; by: Map<string, number> };

/** What the guardrails found in a time range, with a link to each; nothing if they found nothing. */
export function GuardrailHits({ range }: { range: TimeRange }) {
  const { slug } = useShell().currentWorkspace;
  const enabled = usePermission(listGuardrailHits);
  const input = { start: new Date(range.from).toISOString(), end: new Date(range.to).toISOString() };
  const result = useQuery({ ...query(listGuardrailHits, { query: input }), enabled });
  const { data, error } = result;
  const guardrails = useQuery({ ...queryAll(listGuardrails), enabled: enabled && (data?.data.hits.length ?? 0) > 0 });
  if (error && !data) {
    return <ApiErrorState title="Guardrail findings: not loaded" result={result} />;
  }
  const counts = countsOf(data?.data.hits ?? []);
  if (counts.length === 0) return null;
  const nameOf = (id: string) => guardrails.data?.data.find((one) => one.id === id)?.name ?? id.slice(0, 8);
  const most = Math.max(...counts.map(({ total }) => total));
  return (
    <section aria-label="Guardrail findings" className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium text-sm">Guardrail findings</h3>
      <ul className="border-t">
        {counts.map(({ id, total, by }) => (
          <li key={id} className="relative flex items-center gap-3 border-b px-2 py-1.5 text-sm">
            <span
              aria-hidden
              className="absolute inset-y-1 left-0 rounded-sm bg-accent-soft"
              style={{ width: `${(total / most) * 100}%` }}
            />
            <Link
              href={`/w/${slug}/guardrails/${id}?tab=findings`}
              className="relative flex min-w-0 flex-1 items-center hover:underline pointer-coarse:min-h-11"
            >
              <span className="truncate">{nameOf(id)}</span>
            </Link>
            <span className="relative text-muted text-xs">
              {[...by].map(([verb, count]) => `${formatCount(count)} ${verb}`).join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Hit = { guardrail_id: string; action: keyof typeof VERBS; shadow: boolean; matches: number };

function countsOf(hits: readonly Hit[]): Count[] {
  const counts = new Map<string, Count>();
  for (const { guardrail_id: id, action, shadow, matches } of hits) {
    const count = counts.get(id) ?? { id, total: 0, by: new Map() };
    const verb = shadow ? "in shadow mode" : VERBS[action];
    count.total += matches;
    count.by.set(verb, (count.by.get(verb) ?? 0) + matches);
    counts.set(id, count);
  }
  return [...counts.values()].toSorted((a, b) => b.total - a.total);
}
