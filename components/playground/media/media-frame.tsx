"use client";

import { Play, SlidersHorizontal, Square, Terminal } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { ModeSwitcher } from "../mode-switcher.tsx";
import { ModelPicker } from "../model-picker.tsx";
import { SessionNote } from "../session-note.tsx";
import { usePageKeys } from "../use-keys.ts";
import { useLayer } from "../use-layer.ts";
import { ModelListContext } from "../use-model-list.ts";
import type { Measure } from "./measure.ts";
import { MediaAnswer } from "./media-answer.tsx";
import type { Live, MediaCall } from "./media-call.ts";
import type { MediaRequest } from "./media-code.ts";
import type { MediaRoom } from "./use-media-room.ts";

const MediaCodeDialog = lazy(() =>
  import("./media-code-dialog.tsx").then((module) => ({ default: module.MediaCodeDialog })),
);

type MediaFrameProps<Form extends object, Result> = {
  room: MediaRoom<Form, Result>;
  /** Makes the call; what it answers is the result. The model is `room.model`, or one that an error suggested. */
  ask: (model: string, live: Live<Result>) => Promise<Result>;
  /** The verb on the button: "Embed". */
  verb: string;
  /** What must be mended before it can run, as a sentence. */
  problem: string | undefined;
  /** The same request as `ask` makes, for "View code". */
  request: MediaRequest;
  settings: ReactNode;
  /** How many settings differ from their defaults. */
  changedCount: number;
  input: ReactNode;
  /** What stands in the place of the result before there is one. */
  empty: ReactNode;
  measures: (result: Result) => readonly Measure[];
  children: (result: Result) => ReactNode;
};

/** The page of a mode that is no text: model, input and result, settings beside them, and what runs and stops the call. */
export function MediaFrame<Form extends object, Result>(props: MediaFrameProps<Form, Result>) {
  const { room, settings, changedCount, problem, request } = props;
  const { layer, open, close } = useLayer<{ kind: "settings" | "code" }>();
  const [refused, setRefused] = useState(false);
  const running = room.call?.status === "running";
  const run = (model = room.model) => {
    setRefused(problem !== undefined);
    if (problem === undefined && !running) void room.run(model, (live) => props.ask(model, live));
  };
  const openCode = () => open({ kind: "code" });
  usePageKeys([
    { key: "enter", label: props.verb, run: () => run() },
    { key: ".", label: "Stop", run: room.stop },
    { key: "/", label: "View code", run: openCode },
  ]);
  return (
    <ModelListContext value={room.list}>
      <div className="-mb-3 flex h-[calc(100dvh-5rem)] min-h-120 flex-col md:-mb-4 md:h-[calc(100dvh-5.5rem)]">
        <header className="flex shrink-0 items-center gap-3 pb-1">
          <h1 className="font-medium text-xl">Playground</h1>
          <Button onClick={openCode} aria-label="View code" className="ml-auto">
            <Terminal aria-hidden />
            <span className="max-sm:hidden">View code</span>
          </Button>
        </header>
        <ModeSwitcher mode={room.mode} className="pb-3" />
        <div className="flex min-h-0 flex-1 overflow-hidden rounded-lg border bg-panel">
          <div className="flex min-w-0 flex-1 flex-col">
            <div className="flex h-11 shrink-0 items-center gap-0.5 border-b px-2 pointer-coarse:h-12">
              <ModelPicker value={room.model} onValueChange={room.setModel} label="Model" className="flex-initial" />
              <span className="flex-1" />
              <IconButton
                label={changedCount === 0 ? "Settings" : `Settings, ${changedCount} changed`}
                onClick={() => open({ kind: "settings" })}
                className="relative lg:hidden"
              >
                <SlidersHorizontal aria-hidden />
                {changedCount > 0 && (
                  <span className="absolute top-1 right-1 size-1.5 rounded-full bg-accent" aria-hidden />
                )}
              </IconButton>
            </div>
            <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
              <section aria-label="Input" className="p-3 md:p-4">
                {props.input}
              </section>
              <Outcome call={room.call} empty={props.empty}>
                {(call) => (
                  <MediaAnswer
                    call={call}
                    measures={props.measures}
                    onRetry={run}
                    onModel={(model) => {
                      room.setModel(model);
                      run(model);
                    }}
                  >
                    {props.children}
                  </MediaAnswer>
                )}
              </Outcome>
            </div>
            <RunBar
              verb={props.verb}
              running={running}
              problem={problem}
              refused={refused && problem !== undefined}
              onRun={() => run()}
              onStop={room.stop}
            />
          </div>
          <aside aria-label="Settings" className="w-80 shrink-0 overflow-y-auto border-l p-4 max-lg:hidden">
            <SettingsColumn>{settings}</SettingsColumn>
          </aside>
        </div>
      </div>
      <span role="status" className="sr-only">
        {room.call && SAID[room.call.status](room.call.model)}
      </span>
      {layer?.kind === "settings" && (
        <Sheet open onOpenChange={close} title="Settings" description={room.model}>
          <SettingsColumn>{settings}</SettingsColumn>
        </Sheet>
      )}
      <Suspense>{layer?.kind === "code" && <MediaCodeDialog request={request} onClose={close} />}</Suspense>
    </ModelListContext>
  );
}

const SAID: Record<MediaCall<unknown>["status"], (model: string) => string> = {
  running: (model) => `${model} is answering.`,
  done: (model) => `${model} has answered.`,
  stopped: (model) => `The answer of ${model} was stopped.`,
  failed: (model) => `The answer of ${model} failed.`,
};

function SettingsColumn({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      {children}
      <SessionNote />
    </div>
  );
}

type OutcomeProps<Result> = {
  call: MediaCall<Result> | undefined;
  empty: ReactNode;
  children: (call: MediaCall<Result>) => ReactNode;
};

/** The result's place, which comes into sight with each call. */
function Outcome<Result>({ call, empty, children }: OutcomeProps<Result>) {
  const place = useRef<HTMLElement>(null);
  const started = call?.startedMs;
  const ended = call?.endedMs;
  useEffect(() => {
    if (started !== undefined || ended !== undefined) place.current?.scrollIntoView({ block: "nearest" });
  }, [started, ended]);
  return (
    <section ref={place} aria-label="Result" className="min-w-0 flex-1 border-t p-3 md:p-4">
      {call ? children(call) : <div className="max-w-[65ch] text-muted text-sm">{empty}</div>}
    </section>
  );
}

type RunBarProps = {
  verb: string;
  running: boolean;
  problem: string | undefined;
  /** It was tried in spite of the problem. */
  refused: boolean;
  onRun: () => void;
  onStop: () => void;
};

function RunBar({ verb, running, problem, refused, onRun, onStop }: RunBarProps) {
  const ready = problem === undefined;
  return (
    <div className="flex items-center gap-3 border-t p-2 md:p-3">
      {refused ? (
        <p role="alert" className="min-w-0 flex-1 text-bad text-xs">
          {problem}
        </p>
      ) : (
        <p className="min-w-0 flex-1 text-muted text-xs">{problem}</p>
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
