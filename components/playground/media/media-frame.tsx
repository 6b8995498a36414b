"use client";

import { Terminal } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import type { SamplesOf } from "../code/code-samples.ts";
import { ModeSwitcher } from "../models/mode-switcher.tsx";
import { ModelListContext } from "../models/use-model-list.ts";
import { RequestKey } from "../request-key/request-key.tsx";
import { usePageKeys } from "../use-keys.ts";
import type { Measure } from "./measure.ts";
import { MediaAnswer } from "./media-answer.tsx";
import type { Live, MediaCall } from "./media-call.ts";
import { MediaHeader } from "./media-header.tsx";
import type { MediaRequest } from "./media-request.ts";
import { Outcome } from "./outcome.tsx";
import { RunBar } from "./run-bar.tsx";
import type { MediaPlayground } from "./use-media-playground.ts";

const MediaCodeDialog = lazy(() =>
  import("./media-code-dialog.tsx").then((module) => ({ default: module.MediaCodeDialog })),
);

type MediaFrameProps<Form extends object, Result> = {
  playground: MediaPlayground<Form, Result>;
  /** Makes the request and returns its result. The model is `playground.model`, or one that an error suggested. */
  ask: (model: string, live: Live<Result>) => Promise<Result>;
  /** The verb on the button: "Embed". */
  verb: string;
  /** What must be fixed before running, as a sentence. */
  problem: string | undefined;
  /** The same request as `ask` makes, for "View code". */
  request: MediaRequest | SamplesOf;
  settings: ReactNode;
  /** How many settings differ from their defaults. */
  changedCount: number;
  input: ReactNode;
  /** Shown before there is a result. */
  empty: ReactNode;
  measures: (result: Result) => readonly Measure[];
  /** For a request that only starts a job: all started jobs, shown instead of successful requests. */
  startedJobs?: ReactNode;
  children: (result: Result) => ReactNode;
};

/** The page of a non-text mode: model, input and result, settings next to them, and the run button. */
export function MediaFrame<Form extends object, Result>(props: MediaFrameProps<Form, Result>) {
  const { playground, settings, changedCount, problem, request } = props;
  const [layer, setLayer] = useState<"settings" | "code">();
  const close = () => setLayer(undefined);
  const [triedToRun, setTriedToRun] = useState(false);
  const running = playground.call?.status === "running";
  const run = (model = playground.model) => {
    setTriedToRun(problem !== undefined);
    if (problem === undefined && !running) void playground.run(model, (live) => props.ask(model, live));
  };
  const openCode = () => setLayer("code");
  usePageKeys([
    { key: "enter", label: props.verb, run: () => run() },
    { key: ".", label: "Stop", run: playground.stop },
    { key: "/", label: "View code", run: openCode },
  ]);
  return (
    <ModelListContext value={playground.list}>
      <div className="-mb-3 flex h-[calc(100dvh-5rem-var(--banner,0px))] min-h-120 flex-col md:-mb-4 md:h-[calc(100dvh-5.5rem-var(--banner,0px))]">
        <header className="flex shrink-0 items-center gap-3 pb-1">
          <h1 className="font-medium text-xl">Playground</h1>
          <Button onClick={openCode} aria-label="View code" className="ml-auto">
            <Terminal aria-hidden />
            <span className="max-sm:hidden">View code</span>
          </Button>
        </header>
        <ModeSwitcher mode={playground.mode} className="pb-3" />
        <div className="flex min-h-0 flex-1 overflow-hidden rounded-lg border bg-panel">
          <div className="flex min-w-0 flex-1 flex-col">
            <MediaHeader
              model={playground.model}
              onModel={playground.setModel}
              changedCount={changedCount}
              onSettings={() => setLayer("settings")}
            />
            <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
              <section aria-label="Input" className="p-3 md:p-4">
                {props.input}
              </section>
              <Outcome call={playground.call} empty={props.empty} startedJobs={props.startedJobs}>
                {(call) => (
                  <MediaAnswer
                    call={call}
                    measures={props.measures}
                    onRetry={() => run()}
                    onModel={(model) => {
                      playground.setModel(model);
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
              showsProblem={triedToRun && problem !== undefined}
              onRun={() => run()}
              onStop={playground.stop}
            />
          </div>
          <aside aria-label="Settings" className="w-80 shrink-0 overflow-y-auto border-l p-4 max-lg:hidden">
            <SettingsColumn>{settings}</SettingsColumn>
          </aside>
        </div>
      </div>
      <span role="status" className="sr-only">
        {playground.call &&
          (props.startedJobs && playground.call.status === "done"
            ? "Started."
            : ANNOUNCEMENTS[playground.call.status](playground.call.model))}
      </span>
      {layer === "settings" && (
        <Sheet open onOpenChange={close} title="Settings" description={playground.model}>
          <SettingsColumn>{settings}</SettingsColumn>
        </Sheet>
      )}
      <Suspense>{layer === "code" && <MediaCodeDialog request={request} onClose={close} />}</Suspense>
    </ModelListContext>
  );
}

const ANNOUNCEMENTS: Record<MediaCall<unknown>["status"], (model: string) => string> = {
  running: (model) => `${model} is responding.`,
  done: (model) => `${model} has responded.`,
  stopped: (model) => `The response from ${model} was stopped.`,
  failed: (model) => `The response from ${model} failed.`,
};

function SettingsColumn({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      {children}
      <RequestKey />
    </div>
  );
}
