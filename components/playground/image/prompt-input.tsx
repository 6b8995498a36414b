"use client";

import { type ClipboardEvent, type DragEvent, useState } from "react";
import { Field } from "#components/ui/forms/field.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { cn } from "#lib/cn.ts";
import type { ImageForm } from "./image-form.ts";
import { ReferenceField } from "./reference-field.tsx";
import type { References } from "./use-references.ts";

type PromptInputProps = {
  form: ImageForm;
  setForm: (change: Partial<ImageForm>) => void;
  taken: References;
  /** Maximum number of reference images. */
  mostReferences: number;
  problem: string | undefined;
};

/** The prompt and the reference images; files can be dropped or pasted anywhere on it. */
export function PromptInput({ form, setForm, taken, mostReferences, problem }: PromptInputProps) {
  const [over, setOver] = useState(false);
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void taken.addFiles([...event.clipboardData.files]);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    const addresses = event.dataTransfer.getData("text/uri-list");
    if (files.length > 0) void taken.addFiles([...files]);
    else if (addresses) taken.addAddresses(addresses);
  };
  return (
    <form
      onSubmit={(event) => event.preventDefault()}
      onPaste={onPaste}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cn("flex flex-col gap-4 rounded-md", over && "bg-accent-soft outline-2 outline-accent outline-dashed")}
    >
      <Field label="Prompt">
        <Textarea
          className="min-h-16"
          value={form.prompt}
          onChange={(event) => setForm({ prompt: event.target.value })}
          placeholder="Describe the image"
        />
      </Field>
      {(mostReferences > 0 || form.references.length > 0) && (
        <ReferenceField references={form.references} most={mostReferences} taken={taken} problem={problem} />
      )}
    </form>
  );
}
