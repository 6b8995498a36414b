"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type RawRequest, sendRaw } from "#lib/api/raw-request.ts";
import { messagesOf } from "#lib/api/sse.ts";
import { endOf, nameOf, type PlayedEvent, type StreamEnd } from "./stream-event.ts";

/** How a request stands. `cut`: its stream closed without saying that it was complete. */
export type Phase = "sending" | "reading" | "streaming" | "complete" | "failed" | "stopped" | "cut";

export type TrialRun = {
  phase: Phase;
  startedAtMs: number;
  /** When the headers arrived, then the last event or byte. */
  durationMs: number;
  response?: Response;
  /** The newest MOST_EVENTS events. */
  events: readonly PlayedEvent[];
  /** Of a response that is not a stream. */
  body?: Blob;
  text?: string;
  /** Why there is no response, or only a part of it. */
  problem?: string;
};

/** Older events are not kept, so that a long stream does not slow the page down. */
export const MOST_EVENTS = 500;

/** Sends requests, one at a time; the one in flight ends with the component. */
export function useTrial() {
  const [run, setRun] = useState<TrialRun>();
  const flight = useRef<AbortController>(undefined);
  const client = useQueryClient();
  useEffect(() => () => flight.current?.abort(), []);

  const start = async (request: Omit<RawRequest, "signal">) => {
    flight.current?.abort();
    const controller = new AbortController();
    flight.current = controller;
    // A run that another has replaced reports nothing more.
    const report = (next: TrialRun) => flight.current === controller && setRun(next);
    const first: TrialRun = { phase: "sending", startedAtMs: performance.now(), durationMs: 0, events: [] };
    await play({ ...request, signal: controller.signal }, first, report);
    if (request.method !== "GET" && !controller.signal.aborted) void client.invalidateQueries();
  };
  return { run, start, stop: () => flight.current?.abort() };
}

async function play(request: RawRequest, first: TrialRun, report: (run: TrialRun) => void): Promise<void> {
  let run = first;
  const update = (changes: Partial<TrialRun>) => {
    run = { ...run, ...changes, durationMs: performance.now() - first.startedAtMs };
    report(run);
  };
  report(first);
  try {
    const response = await sendRaw(request);
    if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
      update({ phase: "streaming", response });
      update({ phase: (await playStream(response, request.signal, first, update)) ?? "cut" });
      return;
    }
    update({ phase: "reading", response });
    const body = await response.blob();
    update({ phase: "complete", body, ...(isText(response) && { text: await body.text() }) });
  } catch (error) {
    if (request.signal.aborted) update({ phase: "stopped" });
    else update({ phase: run.response ? "cut" : "failed", problem: reasonOf(error) });
  }
}

/** Reports each event as it arrives; returns how the stream ended, undefined if it did not say. */
async function playStream(
  response: Response,
  signal: AbortSignal,
  { startedAtMs }: TrialRun,
  update: (changes: Pick<TrialRun, "events">) => void,
): Promise<StreamEnd> {
  let end: StreamEnd;
  let events: readonly PlayedEvent[] = [];
  for await (const message of messagesOf(response, signal)) {
    const index = (events.at(-1)?.index ?? 0) + 1;
    const event = { index, atMs: performance.now() - startedAtMs, name: nameOf(message), data: message.data };
    events = [...events.slice(-MOST_EVENTS + 1), event];
    if (end !== "failed") end = endOf(message) ?? end;
    update({ events });
  }
  return end;
}

function isText(response: Response): boolean {
  return /json|^text\//.test(response.headers.get("content-type") ?? "");
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.name === "ApiError"
    ? error.message
    : "The connection to the gateway was lost before the response was complete.";
}
