"use client";

import { VerdictChip } from "./test-outcome.tsx";
import type { Trial } from "./trial.ts";
import { useTest } from "./use-test.ts";

type FloatingVerdictProps = { trial: Trial; onOpen: () => void };

/** The edited rules' effect on the test text, shown while the tester is out of sight; links to it. */
export function FloatingVerdict({ trial, onOpen }: FloatingVerdictProps) {
  const { result } = useTest(trial);
  if (!result) return null;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="sticky bottom-20 z-10 ml-auto flex min-h-9 items-center gap-2 rounded-full bg-raised px-3 text-sm shadow-lg hover:bg-well lg:hidden pointer-coarse:min-h-11"
    >
      <span className="text-muted">Tested text</span>
      <VerdictChip result={result} />
    </button>
  );
}
