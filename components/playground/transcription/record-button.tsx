"use client";

import { Mic, Square } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { useElapsed } from "../result/use-elapsed.ts";
import { timeInSound } from "../sound/peaks.ts";
import { Level } from "./level.tsx";
import { microphoneOf, recordingProblem } from "./microphone-problem.ts";
import { useRecording } from "./use-recording.ts";

/** Records the microphone, or says why it cannot. */
export function RecordButton({ onSound }: { onSound: (file: File) => void }) {
  const { state, start, stop } = useRecording(onSound);
  const impossible = recordingProblem(microphoneOf(window));
  const problem = impossible ?? (state.kind === "idle" ? state.problem : undefined);
  const isRecording = state.kind === "recording";
  return (
    <>
      {!impossible && (
        <Button onClick={isRecording ? stop : start} pending={state.kind === "asking"}>
          {isRecording ? <Square aria-hidden /> : <Mic aria-hidden />}
          {isRecording ? "Stop recording" : "Record"}
        </Button>
      )}
      {isRecording && (
        <span className="flex items-center gap-3 text-sm">
          <Elapsed startedMs={state.startedMs} />
          <Level stream={state.stream} />
        </span>
      )}
      {state.kind === "asking" && <p className="text-muted text-xs">Allow the microphone when the browser asks.</p>}
      {problem && (
        <p role={impossible ? undefined : "alert"} className={impossible ? NOTE : `${NOTE} text-bad`}>
          {problem}
        </p>
      )}
    </>
  );
}

const NOTE = "max-w-[65ch] basis-full text-xs";

function Elapsed({ startedMs }: { startedMs: number }) {
  const elapsedMs = useElapsed(startedMs, true);
  return <span className="text-ink tabular-nums">{timeInSound(elapsedMs / 1000)}</span>;
}
