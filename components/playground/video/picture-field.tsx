"use client";

import { ImagePlus } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { cn } from "#lib/cn.ts";
import { PictureItem } from "./picture-item.tsx";
import { PICTURE_TYPES, type Picture, pictureAt, readPictures } from "./pictures.ts";

type PictureFieldProps = {
  label: string;
  hint: string;
  pictures: readonly Picture[];
  /** Maximum number of images. */
  most: number;
  onChange: (pictures: readonly Picture[]) => void;
};

/** Images by picking, drop and paste; an image's address can be pasted too. */
export function PictureField({ label, hint, pictures, most, onChange }: PictureFieldProps) {
  const file = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const put = (added: readonly Picture[], found: readonly string[] = []) => {
    const all = [...pictures, ...added];
    const tooMany = all.length > most ? [most === 1 ? "Only one image is allowed." : `At most ${most} images.`] : [];
    setProblems([...found, ...tooMany]);
    // A single image is replaced by a new one; of many, the first remain.
    if (added.length > 0) onChange(most === 1 ? all.slice(-1) : all.slice(0, most));
  };
  const take = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const read = await readPictures(most === 1 ? files.slice(0, 1) : files);
    put(read.pictures, read.problems);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    const picture = files.length === 0 && pictureAt(event.clipboardData.getData("text/plain"));
    if (files.length === 0 && !picture) return setProblems(["Paste an image or the URL of one."]);
    event.preventDefault();
    if (picture) put([picture]);
    else void take(files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  return (
    <Field label={label} hint={hint} error={problems.length > 0 && problems.join(" ")}>
      <fieldset
        aria-label={label}
        onPaste={onPaste}
        onDrop={onDrop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        className={cn(
          "flex min-w-0 flex-wrap items-center gap-2 rounded-md border p-2",
          over ? "border-accent bg-accent-soft" : "border-edge border-dashed",
        )}
      >
        {pictures.length > 0 && (
          <ul aria-label={`${label}: images`} className="contents">
            {pictures.map((picture) => (
              <PictureItem
                key={picture.id}
                picture={picture}
                onRemove={() => onChange(pictures.filter(({ id }) => id !== picture.id))}
              />
            ))}
          </ul>
        )}
        <input
          ref={file}
          type="file"
          hidden
          multiple={most > 1}
          accept={PICTURE_TYPES.join(",")}
          onChange={(event) => {
            void take([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <Button size="small" variant="ghost" onClick={() => file.current?.click()}>
          <ImagePlus aria-hidden />
          {pictures.length === 0 ? "Choose, drop or paste" : most === 1 ? "Replace" : "Add more"}
        </Button>
      </fieldset>
    </Field>
  );
}
