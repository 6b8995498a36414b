"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Slider } from "#components/ui/forms/slider.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { supports } from "../parameters.ts";
import {
  formatFor,
  formatsFor,
  languageName,
  languageProblem,
  TEMPERATURE,
  type TranscriptionForm,
  temperatureProblem,
} from "./transcription-form.ts";

type TranscriptionSettingsProps = {
  form: TranscriptionForm;
  setForm: (change: Partial<TranscriptionForm>) => void;
  /** Names of the parameters that the model supports; undefined if the catalogue does not know it. */
  supported: readonly string[] | undefined;
};

const FORMAT_LABELS = { json: "Text", verbose_json: "Verbose", diarized_json: "Speakers" };
const FORMAT_HINTS = {
  json: "Text only",
  verbose_json: "With language, duration and timed segments, if the model provides them",
  diarized_json: "Who says what, and when",
};

/** Hints for the model, and the output format. */
export function TranscriptionSettings({ form, setForm, supported }: TranscriptionSettingsProps) {
  const wrongTemperature = temperatureProblem(form);
  const wrongLanguage = languageProblem(form);
  const format = formatFor(form, supported);
  return (
    <>
      {supports(supported, "language") && (
        <Field
          label="Language"
          hint={(!wrongLanguage && languageName(form.language)) || "A code such as en or de. Leave empty to detect it."}
          error={wrongLanguage}
        >
          <Input
            value={form.language}
            onChange={(event) => setForm({ language: event.target.value })}
            placeholder="auto"
            spellCheck={false}
            autoCapitalize="none"
          />
        </Field>
      )}
      {supports(supported, "prompt") && (
        <Field label="Prompt" hint="Likely names and words, or the preceding text">
          <Textarea
            value={form.prompt}
            onChange={(event) => setForm({ prompt: event.target.value })}
            placeholder="Switchboard, BYOK, rerank"
          />
        </Field>
      )}
      <Field label="Response format" hint={FORMAT_HINTS[format]}>
        <SegmentedControl
          size="small"
          options={formatsFor(supported).map((value) => ({ value, label: FORMAT_LABELS[value] }))}
          value={format}
          onValueChange={(chosen) => setForm({ format: chosen })}
        />
      </Field>
      {format === "verbose_json" && supports(supported, "timestamp_granularities") && (
        <Switch
          label="Word timestamps"
          hint="Adds the time of each word"
          checked={form.words}
          onCheckedChange={(words) => setForm({ words })}
        />
      )}
      {supports(supported, "temperature") && (
        <div className="flex flex-col gap-1.5">
          <Slider
            label="Temperature"
            hint="Lower values stay closer to the audio."
            value={form.temperature}
            onValueChange={(temperature) => setForm({ temperature })}
            {...TEMPERATURE}
          />
          {wrongTemperature && (
            <p role="alert" className="text-bad text-xs">
              {wrongTemperature}
            </p>
          )}
        </div>
      )}
    </>
  );
}
