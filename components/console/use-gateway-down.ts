"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#lib/api/api-error.ts";

/** Returns since when (`Date.now()`) the gateway has not responded to this page's requests; undefined while it does. */
export function useGatewayDown(): { lastAnswerMs: number } | undefined {
  const client = useQueryClient();
  const [away, setAway] = useState<{ lastAnswerMs: number }>();
  const lastAnswerMs = useRef(Date.now());
  useEffect(() => {
    const look = (state: { status: string; error: unknown } | undefined) => {
      if (state?.status !== "success" && state?.status !== "error") return;
      const unanswered = state.error instanceof ApiError && state.error.status === 0;
      if (!unanswered) lastAnswerMs.current = Date.now();
      setAway((known) => (unanswered ? (known ?? { lastAnswerMs: lastAnswerMs.current }) : undefined));
    };
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && (event.action.type === "success" || event.action.type === "error")) {
        look(event.query.state);
      }
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === "updated") look(event.mutation.state);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client]);
  return away;
}
