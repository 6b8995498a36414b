"use client";

import { ImagePlus } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { ReferenceStrip } from "./reference-strip.tsx";
import { REFERENCE_TYPES, type Reference } from "./references.ts";
import type { References } from "./use-references.ts";

type ReferenceFieldProps = {
  references: readonly Reference[];
  most: number;
  taken: References;
  /** Why these cannot be sent. */
  problem: string | undefined;
};

/** The reference images: picked, dropped, pasted, or at addresses that the gateway fetches. */
export function ReferenceField({ references, most, taken, problem }: ReferenceFieldProps) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState("");
  const add = () => {
    if (address.trim() !== "" && taken.addAddresses(address)) setAddress("");
  };
  const message = [...taken.problems, ...(problem ? [problem] : [])].join(" ");
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={message ? `${id}-said` : undefined}>
      <legend className="contents">
        <span className="flex items-baseline justify-between gap-3">
          <span className="font-medium text-sm">References</span>
          {most > 0 && (
            <span className="text-muted text-xs">
              {references.length} of {most}
            </span>
          )}
        </span>
      </legend>
      <ReferenceStrip references={references} onRemove={taken.remove} />
      {most > 0 && (
        <div className="flex flex-wrap gap-2">
          <input
            ref={file}
            type="file"
            hidden
            multiple
            accept={REFERENCE_TYPES.join(",")}
            aria-label="Reference image files"
            onChange={(event) => {
              void taken.addFiles([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          <Button data-adds onClick={() => file.current?.click()}>
            <ImagePlus aria-hidden />
            Add images
          </Button>
          <div className="flex min-w-64 flex-1 gap-2">
            <Input
              aria-label="URL of a reference image"
              inputMode="url"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && !event.metaKey && !event.ctrlKey) add();
              }}
              placeholder="https:// URL, or drop or paste files"
            />
            <Button onClick={add} disabled={address.trim() === ""}>
              Add
            </Button>
          </div>
        </div>
      )}
      {message && (
        <p id={`${id}-said`} role="alert" className="text-bad text-xs">
          {message}
        </p>
      )}
    </fieldset>
  );
}
