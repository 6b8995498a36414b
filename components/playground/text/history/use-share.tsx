"use client";

import { type ReactNode, useState } from "react";
import { CopyByHand } from "#components/ui/display/copy/copy-by-hand.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { useCopy } from "#components/ui/hooks/use-copy.ts";
import { toConversation } from "../pane/initial-state.ts";
import type { PlaygroundState } from "../pane/pane.ts";
import type { Store } from "../pane/store.ts";
import { shareHash } from "./share-link.ts";

/** Copies a link with the prompt and the settings; `layer` lets the user copy it by hand if there is no clipboard. */
export function useShare(store: Store<PlaygroundState>): { copyLink: () => void; layer: ReactNode } {
  const { copy } = useCopy();
  const [byHand, setByHand] = useState<string>();
  const copyLink = async () => {
    const link = linkOf(store.get());
    if (!link) {
      toastFailed("The link would be too long", { description: "Shorten the prompt, the tools or the schema." });
    } else if (await copy(link)) {
      toastDone("Link copied", { description: "It includes the prompt and the settings, but no responses." });
    } else setByHand(link);
  };
  return {
    copyLink: () => void copyLink(),
    layer: <CopyByHand text={byHand} label="Copy share link" onClose={() => setByHand(undefined)} />,
  };
}

function linkOf(state: PlaygroundState): string | undefined {
  const { dialect, panes } = toConversation(state, "", 0);
  const hash = shareHash({ dialect, prompt: promptOf(state), panes });
  return hash && `${window.location.origin}${window.location.pathname}#${hash}`;
}

/** Returns the draft, otherwise the first prompt. */
function promptOf({ draft, panes }: PlaygroundState): string {
  const typed = [draft, ...panes.map((pane) => pane.draft)].find(({ text }) => text.trim() !== "");
  if (typed) return typed.text;
  const turns = panes.flatMap((pane) => pane.turns);
  const first = turns.find((turn) => turn.role === "user" && turn.text !== "");
  return first?.role === "user" ? first.text : "";
}
