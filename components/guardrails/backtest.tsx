"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { backtestGuardrail, type GuardrailBacktest } from "#lib/contract/guardrail-tests.ts";
import { formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { useEditor } from "./editor-context.ts";
import { ACTION_WORDS } from "./guardrail-words.ts";
import type { Trial } from "./trial.ts";
import { type BacktestBody, linesToTest, whatIsTried } from "./trial-body.ts";

type Result = z.output<typeof GuardrailBacktest>;
type BacktestProps = { trial: Trial; set: (change: Partial<Trial>) => void };

const DIRECTIONS = [
  { value: "input", label: "Requests" },
  { value: "output", label: "Answers" },
] as const;

/** Counts what the edited rules would find in many texts. */
export function Backtest({ trial, set }: BacktestProps) {
  const { base, draft } = useEditor();
  const run = useMutation<{ data: Result }, ApiError, BacktestBody>({
    // Not by the options of a write, which would read every guardrail anew: it changes nothing.
    mutationFn: (body) => call(backtestGuardrail, { body }),
  });
  const jsonl = linesToTest(trial.many);
  const start = () => run.mutate({ ...whatIsTried(base.id, draft, trial.keyHash), direction: trial.direction, jsonl });
  return (
    <>
      <p className="text-muted text-sm">
        Counts what the rules, saved or not, would find. The logs keep no prompts, so bring texts of your own: a line
        each, plain or as JSON with a <span className="font-mono">text</span>. Nothing of them is kept.
      </p>
      <Segmented
        size="small"
        aria-label="The texts are"
        options={DIRECTIONS}
        value={trial.direction}
        onValueChange={(direction) => set({ direction })}
      />
      <Field label="Texts" aside="one a line, at most 10,000">
        <Textarea
          mono
          rows={5}
          className="max-h-48"
          spellCheck={false}
          value={trial.many}
          onChange={(event) => set({ many: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="file"
          aria-label="File of texts"
          accept=".txt,.jsonl,.ndjson,.csv,text/plain"
          className="w-auto flex-1 py-1"
          onChange={(event) => void event.target.files?.[0]?.text().then((many) => set({ many }))}
        />
        <Button onClick={start} disabled={jsonl === ""} pending={run.isPending}>
          Count
        </Button>
      </div>
      {run.error && (
        <p role="alert" className="text-bad text-sm">
          {run.error.message}
        </p>
      )}
      {run.data && <Counts result={run.data.data} />}
    </>
  );
}

function Counts({ result }: { result: Result }) {
  const { verdicts, rules, lines } = result;
  const found = rules.filter(({ matches }) => matches > 0);
  return (
    <div className="flex flex-col gap-3 text-sm" role="status">
      <p>
        Of {formatCount(result.texts)} texts: would block {formatCount(verdicts.blocked)}, redact{" "}
        {formatCount(verdicts.redacted)}, flag {formatCount(verdicts.flagged)}, and let {formatCount(verdicts.allowed)}{" "}
        pass. <span className="text-muted">Took {formatDuration(result.took_ms)}.</span>
      </p>
      {found.length > 0 && (
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">What each rule found</caption>
          <thead className="text-muted text-xs">
            <tr className="border-b">
              <th scope="col" className="py-1 font-normal">
                Rule
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Texts
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
                  {name} <span className="text-muted text-xs">{shadow ? "shadow" : ACTION_WORDS[action]}</span>
                </th>
                <td className="py-1.5 text-right">{formatCount(texts)}</td>
                <td className="py-1.5 text-right">{formatCount(matches)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines.length > 0 && (
        <p className="text-muted text-xs">
          {lines.length === 100 ? "The first lines" : "Lines"}:{" "}
          {lines.map(({ line, verdict }) => `${line} ${verdict}`).join(", ")}
        </p>
      )}
    </div>
  );
}
