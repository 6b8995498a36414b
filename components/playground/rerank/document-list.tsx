"use client";

import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { DocumentRow } from "./document-row.tsx";
import { type Document, moveDocument, newDocument, withLines } from "./rerank-form.ts";

type DocumentListProps = { documents: readonly Document[]; onChange: (documents: readonly Document[]) => void };

/** The documents to rank, in request order, with controls to edit, add, remove and move them. */
export function DocumentList({ documents, onChange }: DocumentListProps) {
  const id = useId();
  const [announcement, setAnnouncement] = useState("");
  const [dragged, setDragged] = useState<string>();
  /** The document whose field gets the focus once it exists. */
  const [wanted, setWanted] = useState("");
  const move = (document: Document, to: number) => {
    if (to < 0 || to >= documents.length) return;
    onChange(moveDocument(documents, document.id, to));
    setAnnouncement(`The document is now ${to + 1} of ${documents.length}`);
  };
  const addAt = (place: number) => {
    const added = newDocument();
    setWanted(added.id);
    onChange([...documents.slice(0, place), added, ...documents.slice(place)]);
  };
  const remove = (document: Document, place: number) => {
    const left = documents.filter(({ id }) => id !== document.id);
    setWanted(left[Math.max(0, place - 1)]?.id ?? "");
    setAnnouncement(`Document ${place + 1} removed`);
    onChange(left.length > 0 ? left : [newDocument()]);
  };
  return (
    <section aria-labelledby={id} className="flex flex-col items-start gap-2">
      <div className="flex w-full items-baseline justify-between gap-3">
        <h2 id={id} className="font-medium text-sm">
          Documents
        </h2>
        <span className="text-muted text-xs tabular-nums">{documents.length}</span>
      </div>
      <ol className="flex w-full flex-col gap-1.5">
        {documents.map((document, place) => (
          <DocumentRow
            key={document.id}
            document={document}
            place={place}
            places={documents.length}
            focused={document.id === wanted}
            drag={{
              dragged,
              setDragged,
              drop: (to) => move(documents.find(({ id }) => id === dragged) ?? document, to),
            }}
            onText={(text) => onChange(documents.map((one) => (one === document ? { ...one, text } : one)))}
            onLines={(text) => onChange(withLines(documents, place, text))}
            onMove={(to) => move(document, to)}
            onAdd={() => addAt(place + 1)}
            onRemove={() => remove(document, place)}
          />
        ))}
      </ol>
      <Button size="small" onClick={() => addAt(documents.length)}>
        <Plus aria-hidden />
        Add document
      </Button>
      <p className="text-muted text-xs">
        Enter adds a document, Shift+Enter a line break. A list pasted into an empty document becomes one document per
        line.
      </p>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </section>
  );
}
