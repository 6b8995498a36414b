"use client";

import { lazy, Suspense, useId } from "react";
import { useKeyNames } from "#components/charts/use-key-names.ts";
import { useKeySearch } from "#components/shell/commands/use-key-search.ts";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Combobox } from "#components/ui/forms/combobox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { MarkedText } from "./marked-text.tsx";
import { TestOutcome } from "./test-outcome.tsx";
import { SAMPLES, type Trial } from "./trial.ts";
import { useTest } from "./use-test.ts";

const Backtest = lazy(() => import("../backtest/backtest.tsx").then((file) => ({ default: file.Backtest })));

type TesterProps = { trial: Trial; onTrialChange: (trial: Trial) => void };

const KINDS = [
  { value: "text", label: "Text" },
  { value: "request", label: "Request" },
  { value: "many", label: "Backtest" },
] as const;

/** Tests the edited rules on a text, a whole request or many texts, with the code that runs on live requests. */
export function Tester({ trial, onTrialChange }: TesterProps) {
  const id = useId();
  const set = (change: Partial<Trial>) => onTrialChange({ ...trial, ...change });
  return (
    <section
      id="try-it"
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-4 rounded-lg border bg-panel p-4 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-9.5rem)] lg:overflow-y-auto"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-medium text-base">
          Try it
        </h2>
        <SegmentedControl
          size="small"
          aria-label="Test mode"
          options={KINDS}
          value={trial.kind}
          onValueChange={(kind) => set({ kind })}
        />
      </header>
      <TriedGuardrail trial={trial} set={set} />
      {trial.kind === "many" ? (
        <Suspense fallback={<LoadingBacktest />}>
          <Backtest trial={trial} set={set} />
        </Suspense>
      ) : (
        <OneTest trial={trial} set={set} />
      )}
    </section>
  );
}

function LoadingBacktest() {
  return (
    <Loading label="the backtest">
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
}

type PartProps = { trial: Trial; set: (change: Partial<Trial>) => void };

const EDITED = "edited";

/** Selects which rules to test: those being edited, or all that apply to a key. */
function TriedGuardrail({ trial, set }: PartProps) {
  const { keys, picker } = useKeySearch();
  const options = [
    { value: EDITED, label: "This guardrail only, as edited" },
    ...keys.map(({ hash, name, label }) => ({
      value: hash,
      label: name,
      hint: label,
      group: "As edited, with all other rules for a key",
    })),
  ];
  const nameOf = useKeyNames(trial.keyHash ? [trial.keyHash] : []);
  return (
    <Combobox
      aria-label="Rules to apply"
      options={options}
      known={trial.keyHash ? [{ value: trial.keyHash, label: nameOf(trial.keyHash) }] : []}
      {...picker}
      value={trial.keyHash ?? EDITED}
      onValueChange={(value) => set({ keyHash: value === EDITED ? undefined : value })}
    />
  );
}

const DIRECTIONS = [
  { value: "input", label: "Request" },
  { value: "output", label: "Response" },
] as const;
const DIALECTS = [
  { value: "chat", label: "Chat completions" },
  { value: "responses", label: "Responses" },
  { value: "messages", label: "Messages" },
] as const;

function OneTest({ trial, set }: PartProps) {
  const test = useTest(trial);
  return (
    <>
      {trial.kind === "text" ? (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <SegmentedControl
              size="small"
              aria-label="Text type"
              options={DIRECTIONS}
              value={trial.direction}
              onValueChange={(direction) => set({ direction })}
            />
            <Select
              size="small"
              aria-label="Sample text"
              className="ml-auto w-40"
              placeholder="Sample text"
              options={SAMPLES}
              value={SAMPLES.find(({ text }) => text === trial.text)?.value}
              onValueChange={(value) => set({ text: SAMPLES.find((sample) => sample.value === value)?.text ?? "" })}
            />
          </div>
          <MarkedText
            label="Text to test"
            value={trial.text}
            onValueChange={(text) => set({ text })}
            matches={test.isOld ? [] : (test.result?.matches ?? [])}
          />
        </>
      ) : (
        <>
          <Select
            size="small"
            aria-label="Request dialect"
            className="w-44"
            options={DIALECTS}
            value={trial.dialect}
            onValueChange={(dialect) => set({ dialect })}
          />
          <Field label="Request" hideLabel error={test.isUnreadable ? "Enter a JSON object" : undefined}>
            <Textarea
              mono
              rows={8}
              spellCheck={false}
              value={trial.request}
              onChange={(event) => set({ request: event.target.value })}
            />
          </Field>
        </>
      )}
      <TestOutcome {...test} trial={trial} />
    </>
  );
}
