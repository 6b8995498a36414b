"use client";

import { useEffect, useRef, useState } from "react";
import { microphoneProblem } from "./microphone-problem.ts";
import { type Recording, startRecording } from "./record.ts";

type State =
  | { kind: "idle"; problem?: string }
  | { kind: "asking" }
  | { kind: "recording"; startedMs: number; stream: MediaStream };

/** The single recording of the page, with its whole life cycle. Leaving the page releases the microphone. */
export function useRecording(onSound: (file: File) => void) {
  const [state, setState] = useState<State>({ kind: "idle" });
  const current = useRef<Recording>(undefined);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      current.current?.stop();
    };
  }, []);

  async function start(): Promise<void> {
    if (state.kind !== "idle") return;
    setState({ kind: "asking" });
    try {
      const recording = await startRecording();
      current.current = recording;
      if (isLeft.current) return recording.stop();
      setState({ kind: "recording", startedMs: performance.now(), stream: recording.stream });
      const file = await recording.file;
      if (isLeft.current) return;
      setState({ kind: "idle" });
      onSound(file);
    } catch (thrown) {
      setState({ kind: "idle", problem: microphoneProblem(thrown) });
    }
  }

  return { state, start, stop: () => current.current?.stop() };
}
