"use client";

import { useEffect, useState } from "react";
import { ApiError } from "#lib/api/api-error.ts";

/**
 * Sends a form and stores its error. After too many attempts, `waitSeconds` counts down to the next one. Success
 * redirects to `destination`, without a history entry for the form, unless `continues` says that a step follows.
 */
export function useEntryForm<Body, Response>(
  send: (body: Body) => Promise<Response>,
  destination: (answer: Response) => string,
  continues?: (answer: Response) => boolean,
) {
  const [problem, setProblem] = useState<ApiError>();
  const [leaving, setLeaving] = useState(false);
  const [sending, setSending] = useState(false);
  const [waitSeconds, setWaitSeconds] = useState(0);

  useEffect(() => {
    if (waitSeconds === 0) return;
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);

  const submit = async (body: Body): Promise<ApiError | undefined> => {
    setProblem(undefined);
    setSending(true);
    let address: string | undefined;
    const refusal = await send(body).then((answer) => {
      if (!continues?.(answer)) address = destination(answer);
      return undefined;
    }, asProblem);
    setProblem(refusal);
    setSending(false);
    setWaitSeconds(Math.ceil((refusal?.retryAfterMs ?? 0) / 1000));
    if (address === undefined) return refusal;
    setLeaving(true);
    // A full page load, so that no data read while signed out remains.
    window.location.replace(address);
    return undefined;
  };
  // Once the wait is over, its message no longer applies.
  const waitedOut = problem?.status === 429 && waitSeconds === 0;
  return { submit, problem: waitedOut ? undefined : problem, waitSeconds, sending, leaving };
}

function asProblem(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
