"use client";

import { Ban, Eraser, Flag } from "lucide-react";
import { useState } from "react";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { TabPanel, Tabs } from "#components/ui/display/tabs.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { EffectiveRules } from "../rules/effective-rules.tsx";
import { MatchList } from "./match-list.tsx";
import type { Trial } from "./trial.ts";
import type { TestResult } from "./use-test.ts";

type TestOutcomeProps = { trial: Trial; result: TestResult | undefined; error: ApiError | null; isOld: boolean };

const TABS = ["seen", "matches", "effective"] as const;

/** The result of a test: the verdict, what the model receives, the findings, and their rules. */
export function TestOutcome({ trial, result, error, isOld }: TestOutcomeProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]>("seen");
  if (error) {
    return (
      <p role="alert" className="text-bad text-sm">
        {error.message}
      </p>
    );
  }
  if (!result) return <p className="text-muted text-sm">The result appears here as you type.</p>;
  const isAnswer = trial.kind === "text" && trial.direction === "output";
  const tabs = [
    { value: "seen", label: isAnswer ? "As the caller sees it" : "As the model sees it" },
    { value: "matches", label: "Matches", count: result.matches.length },
    { value: "effective", label: "Rules" },
  ] as const;
  return (
    <div className={isOld ? "flex flex-col gap-3 opacity-70" : "flex flex-col gap-3"}>
      <Verdict result={result} />
      <Tabs label="Outcome" tabs={tabs} value={tab} onValueChange={setTab}>
        <TabPanel value="seen">
          <Seen result={result} />
        </TabPanel>
        <TabPanel value="matches">
          <MatchList matches={result.matches} text={trial.kind === "text" ? trial.text : undefined} />
        </TabPanel>
        <TabPanel value="effective">
          <EffectiveRules keyHash={trial.keyHash} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** The result of a test in a word or two. */
export function VerdictChip({ result, className }: { result: TestResult; className?: string }) {
  const look = LOOKS[result.verdict];
  const redacted = result.matches.filter(({ action, shadow }) => action === "redact" && !shadow);
  return (
    <StatusChip tone={look.tone} {...("icon" in look ? { icon: look.icon } : {})} {...(className && { className })}>
      {look.word}
      {result.verdict === "redacted" && ` ${redacted.length}`}
    </StatusChip>
  );
}

const LOOKS = {
  allowed: { tone: "ok", word: "Allowed" },
  flagged: { tone: "warn", word: "Flagged", icon: <Flag aria-hidden /> },
  redacted: { tone: "info", word: "Redacted", icon: <Eraser aria-hidden /> },
  blocked: { tone: "bad", word: "Blocked", icon: <Ban aria-hidden /> },
} as const;

function Verdict({ result }: { result: TestResult }) {
  const acting = result.matches.filter(({ shadow }) => !shadow);
  const watched = result.matches.length - acting.length;
  const blockers = [...new Set(acting.filter(({ action }) => action === "block").map((match) => match.rule_name))];
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <VerdictChip result={result} />
      {blockers.length > 0 && <span>by {blockers.join(", ")}</span>}
      {result.error && <span className="font-mono text-muted text-xs">HTTP {result.error.status}</span>}
      {watched > 0 && <span className="text-muted">{watched} reported only</span>}
      <span className="ml-auto text-muted text-xs" title="Median of several runs on the gateway host">
        adds {result.added_ms < 0.1 ? "under 0.1" : `about ${Number(result.added_ms.toPrecision(2))}`} ms
      </span>
    </div>
  );
}

function Seen({ result }: { result: TestResult }) {
  const { error, text, body, not_inspected: unread } = result;
  const shown = error ? JSON.stringify(error.body, undefined, 2) : (text ?? JSON.stringify(body, undefined, 2));
  return (
    <div className="flex flex-col gap-2">
      {error && <p className="text-muted text-sm">The request never reaches a model. The caller receives:</p>}
      <ScrollBox
        as="pre"
        className="max-h-72 overflow-auto whitespace-pre-wrap rounded-md border bg-well px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]"
      >
        {shown}
      </ScrollBox>
      {unread.length > 0 && <p className="text-warn text-xs">Not checked: {unread.join(", ")}</p>}
    </div>
  );
}
