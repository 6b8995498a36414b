"use client";

import { Transcript } from "../answer/transcript.tsx";
import { Composer } from "../composer/composer.tsx";
import { emptyDraft, isBusy } from "./pane.ts";
import { type OpenLayer, PaneHeader } from "./pane-header.tsx";
import { usePane, usePlayground, usePlaygroundState } from "./use-playground.ts";
import { usePaneProblem } from "./use-problem.ts";

type PaneViewProps = {
  paneId: string;
  /** From 1, as shown on the page. */
  number: number;
  openLayer: OpenLayer;
  onFocus: () => void;
};

/** One model with its conversation, and its own prompt while prompts are separate. */
export function PaneView({ paneId, number, openLayer, onFocus }: PaneViewProps) {
  const { actions } = usePlayground();
  const alone = usePlaygroundState(({ panes }) => panes.length === 1);
  const synced = usePlaygroundState((state) => state.synced);
  const busy = usePane(paneId, isBusy) ?? false;
  const draft = usePane(paneId, (pane) => pane.draft) ?? emptyDraft;
  const problem = usePaneProblem(paneId);
  const name = alone ? "Conversation" : `Pane ${number}`;
  return (
    <section
      aria-label={name}
      onFocusCapture={onFocus}
      id={`pane-${paneId}`}
      className="flex min-h-0 min-w-0 flex-col max-md:w-full max-md:shrink-0 max-md:snap-center"
    >
      <h2 className="sr-only">{name}</h2>
      <PaneHeader paneId={paneId} number={number} openLayer={openLayer} />
      <Transcript paneId={paneId} label={alone ? "Messages" : `Messages of pane ${number}`} />
      {!(synced || alone) && (
        <div className="border-t p-2">
          <Composer
            label={`Prompt for pane ${number}`}
            draft={draft}
            onDraftChange={(next) => actions.setDraft(paneId, next)}
            busy={busy}
            onSend={() => actions.send(paneId)}
            onStop={() => actions.stop(paneId)}
            problem={problem}
          />
        </div>
      )}
    </section>
  );
}
