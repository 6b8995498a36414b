"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { MediaCall } from "./media-call.ts";

type OutcomeProps<Result> = {
  call: MediaCall<Result> | undefined;
  empty: ReactNode;
  /** The jobs that earlier requests have started, in place of those requests. */
  startedJobs: ReactNode;
  children: (call: MediaCall<Result>) => ReactNode;
};

/** The result, scrolled into view when a request starts and when it ends. */
export function Outcome<Result>({ call, empty, startedJobs: begun, children }: OutcomeProps<Result>) {
  const place = useRef<HTMLElement>(null);
  const started = call?.startedMs;
  const ended = call?.endedMs;
  useEffect(() => {
    if (started !== undefined || ended !== undefined) place.current?.scrollIntoView({ block: "nearest" });
  }, [started, ended]);
  const shown = begun && call?.status === "done" ? undefined : call;
  return (
    <section ref={place} aria-label="Result" className="flex min-w-0 flex-1 flex-col gap-4 border-t p-3 md:p-4">
      {shown && children(shown)}
      {begun}
      {!shown && !begun && <div className="max-w-[65ch] text-muted text-sm">{empty}</div>}
    </section>
  );
}
