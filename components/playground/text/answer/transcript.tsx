"use client";

import { memo, useLayoutEffect, useRef } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { type Starter, startersFor } from "../composer/starters.ts";
import type { Turn } from "../pane/conversation.ts";
import { isBusy } from "../pane/pane.ts";
import { useCatalogueModel, usePane, usePlayground, usePlaygroundState } from "../pane/use-playground.ts";
import { AnswerView } from "./answer-view.tsx";
import { UserMessage } from "./user-message.tsx";

const NEAR_END_PIXELS = 48;
const NONE: readonly Turn[] = [];

/** The conversation of a pane. Scrolls along while responses grow, unless the user has scrolled up. */
export function Transcript({ paneId, label }: { paneId: string; label: string }) {
  const turns = usePane(paneId, (pane) => pane.turns) ?? NONE;
  const busy = usePane(paneId, isBusy) ?? false;
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (turns.length > 0 && atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [turns]);
  return (
    <ScrollBox
      as="section"
      ref={box}
      aria-label={label}
      data-transcript
      onScroll={(event) => {
        const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PIXELS;
      }}
      className="contain-content flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-4 py-4 focus-visible:-outline-offset-2"
    >
      {turns.length === 0 && <Starters paneId={paneId} />}
      {turns.map((turn, index) => (
        <TurnView key={turn.id} paneId={paneId} turn={turn} busy={busy} last={index === turns.length - 1} />
      ))}
    </ScrollBox>
  );
}

type TurnViewProps = { paneId: string; turn: Turn; busy: boolean; last: boolean };

const TurnView = memo(function TurnView({ paneId, turn, busy, last }: TurnViewProps) {
  return turn.role === "user" ? (
    <UserMessage paneId={paneId} turn={turn} busy={busy} />
  ) : (
    <AnswerView paneId={paneId} turn={turn} last={last} />
  );
});

function Starters({ paneId }: { paneId: string }) {
  const { actions } = usePlayground();
  const model = usePane(paneId, (pane) => pane.model) ?? "";
  const synced = usePlaygroundState((state) => state.synced);
  const known = useCatalogueModel(model);
  const start = ({ prompt, model: modelId }: Starter) => {
    if (modelId) actions.setModel(paneId, modelId);
    actions.sendText(synced && !modelId ? undefined : paneId, prompt);
  };
  return (
    <div className="flex max-w-[65ch] flex-col items-start gap-3 text-sm">
      <p className="text-muted">
        {model.startsWith("local/")
          ? "This test model runs inside the gateway. It is free and needs no key, but it is not a language model."
          : `Ask ${known?.name ?? "this model"} something, or start with an example.`}
      </p>
      {known && !known.available && (
        <p className="text-warn">No provider of this model has a key yet, so requests will fail.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {startersFor(model).map((starter) => (
          <Button key={starter.label} onClick={() => start(starter)}>
            {starter.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
