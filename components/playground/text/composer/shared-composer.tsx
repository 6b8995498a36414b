"use client";

import { OfflineNote } from "#components/playground/result/offline-note.tsx";
import { useOnline } from "#components/playground/use-online.ts";
import { emptyDraft, isBusy } from "../pane/pane.ts";
import { usePlayground, usePlaygroundState } from "../pane/use-playground.ts";
import { useImageWarning, useProblem } from "../pane/use-problem.ts";
import { Composer } from "./composer.tsx";

/** The prompt for all panes at once; hidden if each has its own. */
export function SharedComposer() {
  const { actions } = usePlayground();
  const count = usePlaygroundState(({ panes }) => panes.length);
  const synced = usePlaygroundState((state) => state.synced);
  const only = usePlaygroundState(({ panes }) => (panes.length === 1 ? panes[0] : undefined));
  const shared = usePlaygroundState((state) => state.draft);
  const busy = usePlaygroundState(({ panes }) => panes.some(isBusy));
  const problem = useProblem();
  const warning = useImageWarning();
  const online = useOnline();
  if (!synced && count > 1) return null;
  // A single remaining pane keeps its own prompt until prompts are synced again.
  const paneId = synced ? undefined : only?.id;
  const draft = synced ? shared : (only?.draft ?? emptyDraft);
  return (
    <div className="border-t p-2 md:p-3">
      <Composer
        label={count === 1 ? "Prompt" : "Prompt for all panes"}
        draft={draft}
        onDraftChange={(next) => actions.setDraft(paneId, next)}
        busy={busy}
        onSend={() => actions.send(paneId)}
        onStop={actions.stopAll}
        problem={problem}
        primary
        note={online ? (warning ?? (count > 1 && `Sent to all ${count} panes`)) : <OfflineNote />}
      />
    </div>
  );
}
