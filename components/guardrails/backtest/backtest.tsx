"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { backtestGuardrail } from "#lib/contract/guardrail-tests.ts";
import { useEditor } from "../editor/editor-context.ts";
import { type BacktestBody, linesToTest, selectGuardrail } from "../tester/trial-body.ts";
import { BacktestCalls, type BacktestProps, callsOf } from "./backtest-calls.tsx";
import { BacktestCounts, type BacktestResult } from "./backtest-counts.tsx";

const SOURCES = [
  { value: "calls", label: "Stored requests" },
  { value: "texts", label: "Your texts" },
] as const;

const DIRECTIONS = [
  { value: "input", label: "Requests" },
  { value: "output", label: "Responses" },
] as const;

/** Counts what the edited rules would find in stored requests, or in many texts. */
export function Backtest({ trial, set }: BacktestProps) {
  const { base, draft } = useEditor();
  const run = useMutation<{ data: BacktestResult }, ApiError, BacktestBody>({
    // Does not use the usual mutation options, which would refetch every guardrail although nothing changed.
    mutationFn: (body) => call(backtestGuardrail, { body }),
  });
  const jsonl = linesToTest(trial.many);
  const start = () => {
    const guardrail = { ...selectGuardrail(base.id, draft, trial.keyHash), direction: trial.direction };
    run.mutate(
      trial.source === "calls" ? { ...guardrail, logged: callsOf(trial, Date.now()) } : { ...guardrail, jsonl },
    );
  };
  const count = (
    <Button onClick={start} disabled={trial.source === "texts" && jsonl === ""} pending={run.isPending}>
      Count
    </Button>
  );
  return (
    <>
      <p className="text-muted text-sm">Counts what the rules would find, including unsaved changes.</p>
      <div className="flex flex-wrap gap-2">
        <SegmentedControl
          size="small"
          aria-label="Source"
          options={SOURCES}
          value={trial.source}
          onValueChange={(source) => set({ source })}
        />
        <SegmentedControl
          size="small"
          aria-label="Text type"
          options={DIRECTIONS}
          value={trial.direction}
          onValueChange={(direction) => set({ direction })}
        />
      </div>
      {trial.source === "calls" ? (
        <BacktestCalls trial={trial} set={set}>
          {count}
        </BacktestCalls>
      ) : (
        <OwnTexts trial={trial} set={set}>
          {count}
        </OwnTexts>
      )}
      {run.error && (
        <p role="alert" className="text-bad text-sm">
          {run.error.message}
        </p>
      )}
      {run.data && <BacktestCounts result={run.data.data} ofCalls={run.variables.logged !== undefined} />}
    </>
  );
}

function OwnTexts({ trial, set, children }: BacktestProps & { children: ReactNode }) {
  return (
    <>
      <Field
        label="Texts"
        aside="one per line, up to 10,000"
        hint="Plain text, or JSON with a text field. Nothing is stored."
      >
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
        {children}
      </div>
    </>
  );
}
