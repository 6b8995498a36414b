"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { KEY_VARIABLE } from "#lib/request-samples.ts";
import { codeSamples, hasPicture } from "./code-samples.ts";
import type { UserTurn } from "./conversation.ts";
import { defaultSettings } from "./settings.ts";
import { useCatalogueModel, usePane, usePlaygroundState } from "./use-playground.ts";

/** A pane's request, with what is typed, as code to take along. */
export function CodeDialog({ paneId, onClose }: { paneId: string; onClose: () => void }) {
  const dialect = usePlaygroundState((state) => state.dialect);
  const shared = usePlaygroundState((state) => (state.synced ? state.draft : undefined));
  const pane = usePane(paneId, (one) => one);
  const supported = useCatalogueModel(pane?.model)?.supported_parameters;
  const origin = (useShell().baseUrl ?? "").replace(/\/api\/v1$/, "");
  const draft = shared ?? pane?.draft;
  const typed = draft && (draft.text.trim() !== "" || draft.attachments.length > 0);
  const turns = [...(pane?.turns ?? []), ...(typed ? [userTurn(draft)] : [])];
  const asked = turns.slice(0, turns.findLastIndex(({ role }) => role === "user") + 1);
  const source = {
    dialect,
    model: pane?.model ?? "",
    settings: pane?.settings ?? defaultSettings,
    supported,
    turns: asked.length > 0 ? asked : [userTurn({ text: "Hello", attachments: [] })],
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="large"
      title="Code for this request"
      description={
        <>
          The same model, conversation and parameters. Put a key into the variable{" "}
          <code className="text-xs">{KEY_VARIABLE}</code>.{hasPicture(source) && " Images are named, not written out."}
        </>
      }
    >
      <CodeBlock label="Code for this request" samples={codeSamples(source, origin)} />
    </Dialog>
  );
}

function userTurn({ text, attachments }: Pick<UserTurn, "text" | "attachments">): UserTurn {
  return { id: "typed", role: "user", text, attachments, toolResults: [] };
}
