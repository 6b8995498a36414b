"use client";

import type { z } from "zod";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Time } from "#components/ui/display/time.tsx";
import type { GuardrailBacktest } from "#lib/contract/guardrail-tests.ts";
import { formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { ACTION_LABELS } from "../guardrail-labels.ts";

export type BacktestResult = z.output<typeof GuardrailBacktest>;

type BacktestCountsProps = { result: BacktestResult; ofCalls: boolean };

/** What each rule would find, and where. */
export function BacktestCounts({ result, ofCalls }: BacktestCountsProps) {
  const { verdicts, lines, calls, unread } = result;
  return (
    <div className="flex flex-col gap-3 text-sm" role="status">
      {ofCalls && result.texts === 0 ? (
        <p>No stored requests from that time.</p>
      ) : (
        <p>
          Of {formatCount(result.texts)} {ofCalls ? "requests" : "texts"}, the rules would block{" "}
          {formatCount(verdicts.blocked)}, redact {formatCount(verdicts.redacted)}, flag {formatCount(verdicts.flagged)}{" "}
          and allow {formatCount(verdicts.allowed)}.{" "}
          <span className="text-muted">Took {formatDuration(result.took_ms)}.</span>
        </p>
      )}
      {unread > 0 && (
        <p className="text-muted text-xs">
          {formatCount(unread)} more have no text to check: rejected, without a response, or too large to store.
        </p>
      )}
      <Rules result={result} ofCalls={ofCalls} />
      {lines.length > 0 && (
        <p className="text-muted text-xs">
          {lines.length === 100 ? "First lines" : "Lines"}:{" "}
          {lines.map(({ line, verdict }) => `${line} ${verdict}`).join(", ")}
        </p>
      )}
      {calls.length > 0 && <Calls calls={calls} />}
    </div>
  );
}

function Rules({ result, ofCalls }: BacktestCountsProps) {
  const found = result.rules.filter(({ matches }) => matches > 0);
  if (found.length === 0) return null;
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">Findings by rule</caption>
      <thead className="text-muted text-xs">
        <tr className="border-b">
          <th scope="col" className="py-1 font-normal">
            Rule
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {ofCalls ? "Requests" : "Texts"}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Matches
          </th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ rule, rule_name: name, action, shadow, source, texts, matches }) => (
          <tr key={`${rule} ${action} ${source.guardrail_id}`} className="border-b">
            <th scope="row" className="py-1.5 font-normal">
              {name} <span className="text-muted text-xs">{shadow ? "shadow" : ACTION_LABELS[action]}</span>
            </th>
            <td className="py-1.5 text-right">{formatCount(texts)}</td>
            <td className="py-1.5 text-right">{formatCount(matches)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The requests themselves are in the log, which opens in a new tab, since the edit may be unsaved. */
function Calls({ calls }: { calls: BacktestResult["calls"] }) {
  const { slug } = useShell().currentWorkspace;
  return (
    <details className="text-xs">
      <summary>{calls.length === 100 ? "Latest 100" : `View ${formatCount(calls.length)} requests`}</summary>
      <ul className="mt-1 flex flex-col gap-1">
        {calls.map(({ id, created_at: at, verdict }) => (
          <li key={id}>
            <Link
              href={`/w/${slug}/logs?peek=${id}&part=content`}
              target="_blank"
              className="text-accent-ink underline"
            >
              <Time value={at} format="absolute" />
            </Link>{" "}
            {verdict}
          </li>
        ))}
      </ul>
    </details>
  );
}
