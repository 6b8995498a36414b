"use client";

import { codeSamples, hasPicture } from "#components/playground/code/code-samples.ts";
import { RequestCode } from "#components/playground/code/request-code.tsx";
import type { UserTurn } from "../pane/conversation.ts";
import { useCatalogueModel, usePane, usePlaygroundState } from "../pane/use-playground.ts";
import { defaultSettings } from "../settings/settings.ts";

/** A pane's request, including the unsent prompt, as code to copy. */
export function CodeDialog({ paneId, onClose }: { paneId: string; onClose: () => void }) {
  const dialect = usePlaygroundState((state) => state.dialect);
  const shared = usePlaygroundState((state) => (state.synced ? state.draft : undefined));
  const pane = usePane(paneId, (one) => one);
  const supported = useCatalogueModel(pane?.model)?.supported_parameters;
  const draft = shared ?? pane?.draft;
  const typed = draft && (draft.text.trim() !== "" || draft.attachments.length > 0);
  const turns = [...(pane?.turns ?? []), ...(typed ? [userTurn(draft)] : [])];
  const sentTurns = turns.slice(0, turns.findLastIndex(({ role }) => role === "user") + 1);
  const source = {
    dialect,
    model: pane?.model ?? "",
    settings: pane?.settings ?? defaultSettings,
    supported,
    turns: sentTurns.length > 0 ? sentTurns : [userTurn({ text: "Hello", attachments: [] })],
  };
  return (
    <RequestCode
      same="model, conversation and parameters"
      note={hasPicture(source) && "Images are shown by name only."}
      samples={(origin) => codeSamples(source, origin)}
      onClose={onClose}
    />
  );
}

function userTurn({ text, attachments }: Pick<UserTurn, "text" | "attachments">): UserTurn {
  return { id: "typed", role: "user", text, attachments, toolResults: [] };
}
