"use client";

import { useEffect } from "react";
import { toastFailed } from "#components/ui/feedback/toast.tsx";
import { parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { getGenerationContent } from "#lib/contract/generation-content.ts";
import type { PlaygroundState } from "../pane/pane.ts";

/** Opens the call named in the address (`?call=`), once: later changes must survive a reload. */
export function useReplay(load: (state: PlaygroundState) => void): void {
  const [id, setId] = useQueryState("call", parseAsString);
  useEffect(() => {
    if (id === null) return;
    const controller = new AbortController();
    void openCall(id, controller.signal).then((state) => {
      if (controller.signal.aborted) return;
      if (state) load(state);
      void setId(null);
    });
    return () => controller.abort();
  }, [id, setId, load]);
}

async function openCall(id: string, signal: AbortSignal): Promise<PlaygroundState | undefined> {
  try {
    const [{ data }, { replayOf }] = await Promise.all([
      call(getGenerationContent, { query: { id }, signal }),
      // Lazy, because few users arrive with a request.
      import("./replay.ts"),
    ]);
    const state = replayOf(data);
    const wrong = state
      ? "It was too large to store in full: cuts are marked […cut…]"
      : "Its request is not stored in full";
    if (!state || data.input_cut) toastFailed("Not restored exactly", { description: wrong });
    return state;
  } catch (error) {
    if (!signal.aborted) toastFailed("The request could not be opened", { description: (error as ApiError).message });
    return undefined;
  }
}
