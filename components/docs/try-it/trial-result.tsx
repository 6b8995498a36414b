"use client";

import { useEffect, useRef } from "react";
import { StatusChip, type Tone } from "#components/ui/feedback/status-chip.tsx";
import { formatDuration } from "#lib/format-time.ts";
import { ResponseBody } from "./response-body.tsx";
import { StreamPlayer } from "./stream-player.tsx";
import type { Phase, TrialRun } from "./use-trial.ts";

const HEADERS = /^(content-type|retry-after|x-request-id|x-generation-id|x-session-id|x-ratelimit-.*)$/;

const PHASES: Record<Phase, { tone: Tone; label: string }> = {
  sending: { tone: "info", label: "Waiting for the response" },
  reading: { tone: "info", label: "Receiving" },
  streaming: { tone: "info", label: "Streaming" },
  complete: { tone: "ok", label: "Complete" },
  failed: { tone: "bad", label: "Failed" },
  stopped: { tone: "neutral", label: "Stopped by you" },
  cut: { tone: "bad", label: "Cut off: incomplete" },
};

/** The response as far as it has arrived: status, headers, and its body or events. */
export function TrialResult({ run }: { run: TrialRun }) {
  const { phase, startedAtMs, response, events, body, text, problem, durationMs } = run;
  const section = useRef<HTMLElement>(null);
  const isOver = phase !== "sending" && phase !== "reading" && phase !== "streaming";
  // The form may be taller than the screen.
  useEffect(() => {
    if (startedAtMs > 0 || isOver) section.current?.scrollIntoView({ block: "nearest" });
  }, [startedAtMs, isOver]);
  const isStream = response?.headers.get("content-type")?.startsWith("text/event-stream");
  const headers = [...(response?.headers ?? [])].filter(([name]) => HEADERS.test(name));
  const { tone, label } = PHASES[phase];
  return (
    <section ref={section} aria-label="Response" className="flex min-w-0 flex-col gap-3 border-t p-3">
      <div role="status" className="flex flex-wrap items-center gap-2 text-xs">
        {response && (
          <StatusChip tone={toneOf(response.status)}>
            {response.status} {response.statusText}
          </StatusChip>
        )}
        {(isStream || phase !== "complete") && <StatusChip tone={tone}>{label}</StatusChip>}
        {phase !== "sending" && phase !== "streaming" && (
          <span className="text-muted">{formatDuration(durationMs)}</span>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-bad text-sm">
          {problem}
        </p>
      )}
      {headers.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-xs">
          {headers.map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{name}</dt>
              <dd className="break-all">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isStream && <StreamPlayer events={events} />}
      {body && <ResponseBody body={body} text={text} />}
    </section>
  );
}

function toneOf(status: number): Tone {
  if (status === 429) return "limit";
  if (status >= 500) return "bad";
  return status >= 400 ? "warn" : "ok";
}
