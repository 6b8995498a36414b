"use client";

import { X } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { formatBytes } from "#lib/format.ts";
import type { Attachment } from "../pane/conversation.ts";

type AttachmentStripProps = { attachments: readonly Attachment[]; onRemove?: (id: string) => void };

/** Thumbnails of the images in a prompt. */
export function AttachmentStrip({ attachments, onRemove }: AttachmentStripProps) {
  if (attachments.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Images">
      {attachments.map((attachment) => (
        <li key={attachment.id} className="flex items-center gap-2 rounded-md border bg-raised p-1 pr-2 text-xs">
          <span
            aria-hidden
            className="size-9 rounded-sm bg-center bg-cover"
            style={{ backgroundImage: `url("${attachment.dataUrl}")` }}
          />
          <span className="flex flex-col">
            <span className="max-w-40 truncate">{attachment.name}</span>
            <span className="text-muted">{formatBytes(attachment.sizeBytes)}</span>
          </span>
          {onRemove && (
            <IconButton size="small" label={`Remove ${attachment.name}`} onClick={() => onRemove(attachment.id)}>
              <X aria-hidden />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
