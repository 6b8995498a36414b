"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { MediaCall } from "./media-call.ts";

type OutcomeProps<Result> = {
  call: MediaCall<Result> | undefined;
  empty: ReactNode;
  children: (call: MediaCall<Result>) => ReactNode;
};

/** The result's place, which comes into sight when a call starts and when it ends. */
export function Outcome<Result>({ call, empty, children }: OutcomeProps<Result>) {
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
