"use client";

import { Play, Square } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { OfflineNote } from "../result/offline-note.tsx";
import { useOnline } from "../use-online.ts";

type RunBarProps = {
  verb: string;
  running: boolean;
  /** What must be fixed before running. */
  problem: string | undefined;
  /** Whether to show it: once the user has tried to run. */
  showsProblem: boolean;
  onRun: () => void;
  onStop: () => void;
};

/** The button that runs or stops the request, and what prevents it. */
export function RunBar({ verb, running, problem, showsProblem, onRun, onStop }: RunBarProps) {
  const ready = problem === undefined;
  const online = useOnline();
  return (
    <div className="flex items-center gap-3 border-t p-2 md:p-3">
      {showsProblem ? (
        <p role="alert" className="min-w-0 flex-1 text-bad text-xs">
          {problem}
        </p>
      ) : (
        <p className="min-w-0 flex-1 text-muted text-xs">{online ? problem : <OfflineNote />}</p>
      )}
      {running ? (
        <Button onClick={onStop}>
          <Square aria-hidden />
          Stop
          <Kbd keys="⌘ ." className="max-md:hidden" />
        </Button>
      ) : (
        <Button variant={ready ? "filled" : "outline"} onClick={onRun}>
          <Play aria-hidden />
          {verb}
          <Kbd keys="⌘ ↵" inverted={ready} className="max-md:hidden" />
        </Button>
      )}
    </div>
  );
}
