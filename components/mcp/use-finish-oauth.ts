"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { mutation } from "#lib/api/query.ts";
import { finishMcpOauth } from "#lib/contract/mcp-oauth.ts";
import { useMcpView } from "./mcp-view.ts";

/** Finishes an authorization, once, when the browser returns from the authorization server. */
export function useFinishOauth(): void {
  const { view, setView } = useMcpView();
  const { mutateAsync } = useMutation(mutation(finishMcpOauth));
  const done = useRef<string>(undefined);
  const { code, state } = view;
  useEffect(() => {
    if (!code || !state || done.current === state) return;
    done.current = state;
    const id = state.split(".")[0] ?? "";
    void setView({ code: null, state: null, peek: id }, { history: "replace" });
    mutateAsync({ params: { id }, body: { code, state } }).then(
      ({ data }) => toastDone(`${data.name} authorized`, { description: "Refresh its tools to review them." }),
      (error: Error) => toastFailed("The server was not authorized", { description: error.message }),
    );
  }, [code, state, setView, mutateAsync]);
}
