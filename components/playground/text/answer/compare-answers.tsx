"use client";

import { useMemo, useState } from "react";
import { Select } from "#components/ui/forms/select.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { answerDiff, type Part } from "./answer-diff.ts";
import { type Comparable, useComparable } from "./use-comparable.ts";

/** The last responses of two panes, with their differences marked. */
export function CompareAnswers({ onClose }: { onClose: () => void }) {
  const answers = useComparable();
  const [chosen, setChosen] = useState<readonly [string, string]>([answers[0]?.paneId ?? "", answers[1]?.paneId ?? ""]);
  const [left, right] = chosen.map((id) => answers.find(({ paneId }) => paneId === id));
  const diff = useMemo(() => answerDiff(left?.text ?? "", right?.text ?? ""), [left?.text, right?.text]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Compare responses"
      description={`${Math.round(diff.sameShare * 100)}% of the words match, in the same order. Differences are marked.`}
      width="large"
    >
      <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
        <Side
          label="Left response"
          answers={answers}
          shown={left}
          parts={diff.left}
          onChoose={(id) => setChosen([id, chosen[1]])}
        />
        <Side
          label="Right response"
          answers={answers}
          shown={right}
          parts={diff.right}
          onChoose={(id) => setChosen([chosen[0], id])}
        />
      </div>
    </Dialog>
  );
}

type SideProps = {
  label: string;
  answers: readonly Comparable[];
  shown: Comparable | undefined;
  parts: readonly Part[];
  onChoose: (paneId: string) => void;
};

function Side({ label, answers, shown, parts, onChoose }: SideProps) {
  // Only its position identifies a run of text.
  const runs = parts.map((part, place) => ({ ...part, place }));
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-2">
      <Select
        aria-label={label}
        options={answers.map(({ paneId, name }) => ({ value: paneId, label: name }))}
        value={shown?.paneId}
        onValueChange={onChoose}
        className="font-mono"
      />
      <p className="whitespace-pre-wrap break-words text-sm leading-relaxed">
        {runs.map(({ place, text, common }) =>
          common ? (
            <span key={place}>{text}</span>
          ) : (
            <mark
              key={place}
              className="bg-info-soft text-ink underline decoration-info decoration-2 underline-offset-3"
            >
              {text}
            </mark>
          ),
        )}
      </p>
    </section>
  );
}
