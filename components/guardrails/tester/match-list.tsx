import { Badge } from "#components/ui/feedback/badge.tsx";
import { cn } from "#lib/cn.ts";
import { ACTION_LABELS } from "../guardrail-labels.ts";
import { markOf } from "./marked-text.tsx";
import type { TestResult } from "./use-test.ts";

type MatchListProps = {
  matches: TestResult["matches"];
  /** The tested text, for showing findings; for a request only the position is shown. */
  text: string | undefined;
};

/** The findings: rule, position and action. */
export function MatchList({ matches, text }: MatchListProps) {
  if (matches.length === 0) return <p className="text-muted text-sm">No matches</p>;
  return (
    <ul className="flex flex-col divide-y text-sm">
      {matches.map((match) => (
        <li key={`${match.path} ${match.rule} ${match.start} ${match.shadow}`} className="flex flex-col gap-0.5 py-2">
          <span className="flex flex-wrap items-center gap-2">
            <span className={cn("font-medium", text !== undefined && markOf(match.rule, matches))}>
              {match.rule_name}
            </span>
            <span className="text-muted">{ACTION_LABELS[match.action].toLowerCase()}</span>
            {match.shadow && <Badge title="Reported only">shadow</Badge>}
            <span className="ml-auto font-mono text-muted text-xs">
              {match.path ? `${match.path} ` : ""}
              {match.start}–{match.end}
            </span>
          </span>
          {text !== undefined && (
            <span className="font-mono text-xs [overflow-wrap:anywhere]">{text.slice(match.start, match.end)}</span>
          )}
          <span className="text-muted text-xs">from {match.source.guardrail_name}</span>
        </li>
      ))}
    </ul>
  );
}
