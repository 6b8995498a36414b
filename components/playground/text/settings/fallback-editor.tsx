"use client";

import { X } from "lucide-react";
import { ModelPicker } from "#components/playground/models/model-picker.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { MOST_FALLBACKS } from "./settings.ts";

type FallbackEditorProps = {
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  problem: string | undefined;
};

/** Up to three models that are tried in this order if the first one fails. */
export function FallbackEditor({ values, onChange, problem }: FallbackEditorProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="pb-1.5 font-medium text-sm">Fallback models</legend>
      {values.map((value, index) => (
        <div key={value} className="flex items-center gap-1 rounded-md border border-line-strong">
          <ModelPicker
            value={value}
            label={`Fallback ${index + 1}`}
            onValueChange={(model) => onChange(unique(values.with(index, model)))}
            className="flex-1"
          />
          <IconButton label={`Remove ${value}`} onClick={() => onChange(values.filter((other) => other !== value))}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {values.length < MOST_FALLBACKS && (
        <ModelPicker
          // A new one for each entry, so that it starts empty.
          key={values.length}
          value=""
          label="Add a fallback"
          placeholder="Add a fallback"
          onValueChange={(model) => onChange(unique([...values, model]))}
          className="border border-edge/60 text-muted"
        />
      )}
      <p className="text-muted text-xs">Tried in this order when the model fails.</p>
      {problem && (
        <p role="alert" className="text-bad text-xs">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
