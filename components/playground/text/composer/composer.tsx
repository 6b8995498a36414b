"use client";

import { ArrowUp, Paperclip, Square } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { cn } from "#lib/cn.ts";
import type { Draft } from "../pane/pane.ts";
import { AttachmentStrip } from "./attachment-strip.tsx";
import { IMAGE_TYPES, readAttachments } from "./attachments.ts";

type ComposerProps = {
  /** Label for screen readers. */
  label: string;
  draft: Draft;
  onDraftChange: (draft: Draft) => void;
  busy: boolean;
  onSend: () => void;
  onStop: () => void;
  /** What must be fixed first; sending is disabled. */
  problem?: ReactNode;
  /** The view's one filled button. */
  primary?: boolean;
  /** Content between the field and the buttons. */
  note?: ReactNode;
};

/** The prompt field, with images by drop, paste or file, and Send or Stop. */
export function Composer({ label, draft, onDraftChange, busy, onSend, onStop, problem, primary, note }: ComposerProps) {
  const file = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { problems, add, forget } = useAttaching(draft, onDraftChange);
  const empty = draft.text.trim() === "" && draft.attachments.length === 0;
  const send = () => {
    if (empty || busy || problem) return;
    forget();
    onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void add([...event.clipboardData.files]);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void add([...event.dataTransfer.files]);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cn(
        "flex flex-col gap-2 rounded-lg border base:border-edge base:bg-raised p-2 outline-accent focus-within:border-accent has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1 print:hidden",
        over && "border-accent bg-accent-soft",
      )}
    >
      <AttachmentStrip
        attachments={draft.attachments}
        onRemove={(id) => onDraftChange({ ...draft, attachments: draft.attachments.filter((one) => one.id !== id) })}
      />
      <textarea
        aria-label={label}
        rows={2}
        value={draft.text}
        placeholder="Send a message"
        onChange={(event) => onDraftChange({ ...draft, text: event.target.value })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="field-sizing-content max-h-[min(14rem,30dvh)] w-full resize-none bg-transparent px-1.5 py-1 text-base outline-none pointer-coarse:min-h-11"
      />
      {(problem || problems.length > 0) && (
        <p role="alert" className="px-1.5 text-bad text-xs">
          {problem ?? problems.join(" ")}
        </p>
      )}
      <div className="flex items-center gap-2">
        <input
          ref={file}
          type="file"
          hidden
          multiple
          accept={IMAGE_TYPES.join(",")}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <IconButton label="Attach images" onClick={() => file.current?.click()}>
          <Paperclip aria-hidden />
        </IconButton>
        <span className="min-w-0 flex-1 truncate text-muted text-xs">{note}</span>
        {busy ? (
          <Button onClick={onStop}>
            <Square aria-hidden />
            Stop
            <Kbd keys="⌘ ." className="max-md:hidden" />
          </Button>
        ) : (
          <Button type="submit" variant={primary && !empty ? "filled" : "outline"} disabled={empty}>
            <ArrowUp aria-hidden />
            Send
            <Kbd keys="⌘ ↵" inverted={primary === true && !empty} className="max-md:hidden" />
          </Button>
        )}
      </div>
    </form>
  );
}

/** Adds files to the draft; errors are shown below the field. */
function useAttaching(draft: Draft, onDraftChange: (draft: Draft) => void) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const read = await readAttachments(files, draft.attachments.length);
    setProblems(read.problems);
    if (read.attachments.length === 0) return;
    onDraftChange({ ...draft, attachments: [...draft.attachments, ...read.attachments] });
  };
  return { problems, add, forget: () => setProblems([]) };
}
