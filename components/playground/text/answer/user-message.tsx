"use client";

import { GitBranch, Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { AttachmentStrip } from "../composer/attachment-strip.tsx";
import type { UserTurn } from "../pane/conversation.ts";
import { usePlayground, usePlaygroundState } from "../pane/use-playground.ts";
import { MOST_PANES } from "../settings/stored-settings.ts";

/** A message of the user or a tool result, with edit and branch. */
export function UserMessage({ paneId, turn, busy }: { paneId: string; turn: UserTurn; busy: boolean }) {
  const { actions } = usePlayground();
  const [editing, setEditing] = useState(false);
  const full = usePlaygroundState(({ panes }) => panes.length >= MOST_PANES);
  const done = () => {
    setEditing(false);
    // The focused field is removed, so the conversation gets the focus.
    document.querySelector<HTMLElement>(`#pane-${CSS.escape(paneId)} [data-transcript]`)?.focus();
  };
  if (editing) return <EditMessage paneId={paneId} turn={turn} onDone={done} />;
  return (
    <article
      aria-label="Your message"
      className="flow-root min-w-0 rounded-md bg-well py-1.5 pr-1.5 pl-3 forced-colors:border"
    >
      <div className="float-right flex items-center">
        {turn.text !== "" && (
          <>
            <IconButton size="small" label="Edit and resend" disabled={busy} onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
            </IconButton>
            <CopyButton text={turn.text} label="Copy message" />
          </>
        )}
        <IconButton
          size="small"
          label={full ? "Branch from here (all four panes are in use)" : "Branch from here"}
          disabled={full}
          onClick={() => actions.branch(paneId, turn.id)}
        >
          <GitBranch aria-hidden />
        </IconButton>
      </div>
      <div className="space-y-2 py-0.5">
        {turn.decisions?.map(({ requestId, name, approve }) => (
          <p key={requestId} className="text-muted text-xs">
            {approve ? "Approved" : "Denied"} <span className="font-mono">{name}</span>
          </p>
        ))}
        {turn.toolResults.map((result) => (
          <div key={result.callId}>
            <p className="text-muted text-xs">
              Result of <span className="font-mono">{result.name}</span>
            </p>
            <pre className="whitespace-pre-wrap break-words text-xs">{result.output || "No result"}</pre>
          </div>
        ))}
        <AttachmentStrip attachments={turn.attachments} />
        {turn.text !== "" && (
          <p className="whitespace-pre-wrap break-words text-base [unicode-bidi:plaintext]">{turn.text}</p>
        )}
      </div>
    </article>
  );
}

function EditMessage({ paneId, turn, onDone }: { paneId: string; turn: UserTurn; onDone: () => void }) {
  const { actions } = usePlayground();
  const [text, setText] = useState(turn.text);
  const save = () => {
    if (text.trim() === "") return;
    actions.edit(paneId, turn.id, text);
    onDone();
  };
  return (
    <form
      className="flex flex-col gap-2 rounded-md bg-well px-3 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Textarea
        aria-label="Your message"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onDone();
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
          // The composer handles the same keys further up.
          event.stopPropagation();
          save();
        }}
      />
      <div className="flex items-center gap-2">
        <Button size="small" type="submit">
          Resend
        </Button>
        <Button size="small" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <span className="text-muted text-xs">Replaces everything after this message. Branch first to keep it.</span>
      </div>
    </form>
  );
}
