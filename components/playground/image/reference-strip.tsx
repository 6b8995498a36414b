"use client";

import { Link2, X } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { formatBytes } from "#lib/format.ts";
import { addressOf, type Reference } from "./references.ts";

type ReferenceStripProps = { references: readonly Reference[]; onRemove: (reference: Reference) => void };

/** Thumbnails of the references; one at an address is not fetched here, so only its name is shown. */
export function ReferenceStrip({ references, onRemove }: ReferenceStripProps) {
  if (references.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="References">
      {references.map((reference) => (
        <li
          key={reference.id}
          className="flex max-w-full items-center gap-2 rounded-md border bg-raised p-1 pr-1.5 text-xs"
        >
          {reference.address ? (
            <span aria-hidden className="flex size-9 items-center justify-center rounded-sm bg-well text-muted">
              <Link2 className="size-4" />
            </span>
          ) : (
            <span
              aria-hidden
              className="size-9 shrink-0 rounded-sm bg-center bg-cover bg-well"
              style={{ backgroundImage: `url("${addressOf(reference)}")` }}
            />
          )}
          <span className="flex min-w-0 flex-col">
            <span className="max-w-56 truncate" title={reference.name}>
              {reference.name}
            </span>
            <span className="text-muted">
              {reference.address ? "fetched by the gateway" : formatBytes(reference.sizeBytes)}
            </span>
          </span>
          <IconButton
            size="small"
            label={`Remove ${reference.name}`}
            onClick={(event) => {
              focusBeside(event.currentTarget);
              onRemove(reference);
            }}
          >
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** Moves the focus when a reference is removed: to the next one's button, the add button, or the prompt. */
function focusBeside(button: HTMLElement): void {
  const item = button.closest("li");
  const neighbor = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector("button");
  const form = button.closest("form");
  (neighbor ?? form?.querySelector<HTMLElement>("[data-adds]") ?? form?.querySelector("textarea"))?.focus();
}
