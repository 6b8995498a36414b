"use client";

import type { ClipboardEvent } from "react";
import { Field } from "#components/ui/forms/field.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { PictureField } from "./picture-field.tsx";
import { MOST_REFERENCES, type Pictures, readPictures } from "./pictures.ts";
import { takesFrame, takesReferences, type VideoFacts, type VideoForm } from "./video-form.ts";

type VideoInputProps = {
  form: VideoForm;
  setForm: (change: Partial<VideoForm>) => void;
  pictures: Pictures;
  setPictures: (change: Partial<Pictures>) => void;
  facts: VideoFacts | undefined;
};

/** The prompt, and the images for the video. */
export function VideoInput({ form, setForm, pictures, setPictures, facts }: VideoInputProps) {
  const [first, last] = [takesFrame(facts, "first_frame"), takesFrame(facts, "last_frame")];
  const references = takesReferences(facts);
  const onPaste = async (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !(first || references)) return;
    event.preventDefault();
    const read = (await readPictures(files)).pictures;
    if (first && !pictures.first) setPictures({ first: read[0] });
    else if (references) setPictures({ references: [...pictures.references, ...read].slice(0, MOST_REFERENCES) });
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label="Prompt">
        <Textarea
          rows={3}
          className="min-h-18"
          value={form.prompt}
          onChange={(event) => setForm({ prompt: event.target.value })}
          onPaste={(event) => void onPaste(event)}
          placeholder="Describe the scene and its motion"
        />
      </Field>
      {(first || last || references) && (
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {first && (
            <PictureField
              label="First frame"
              hint="The video starts with this image."
              most={1}
              pictures={pictures.first ? [pictures.first] : []}
              onChange={([picture]) => setPictures({ first: picture })}
            />
          )}
          {last && (
            <PictureField
              label="Last frame"
              hint="The video ends with this image."
              most={1}
              pictures={pictures.last ? [pictures.last] : []}
              onChange={([picture]) => setPictures({ last: picture })}
            />
          )}
          {references && (
            <PictureField
              label="References"
              hint="People or things to show. Not kept after a reload."
              most={MOST_REFERENCES}
              pictures={pictures.references}
              onChange={(all) => setPictures({ references: all })}
            />
          )}
        </div>
      )}
    </div>
  );
}
