"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { Slider } from "#components/ui/forms/slider.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { supports } from "../parameters.ts";
import { type SpeechAbilities, type SpeechForm, speedProblem, voiceProblem } from "./speech-form.ts";

type SpeechSettingsProps = {
  form: SpeechForm;
  setForm: (change: Partial<SpeechForm>) => void;
  abilities: SpeechAbilities;
};

const FORMATS = [
  { value: "mp3", label: "MP3" },
  { value: "pcm", label: "PCM" },
] as const;
const FORMAT_HINTS = {
  mp3: "Plays while it loads",
  pcm: "Raw samples: 24 kHz, 16-bit little-endian, mono, no header",
};
/** The range all providers support; other values can be typed. */
const USUAL_SPEEDS = { min: 0.25, max: 4, step: 0.05 };

/** Voice, speed, instructions and audio format. */
export function SpeechSettings({ form, setForm, abilities }: SpeechSettingsProps) {
  const { supported } = abilities;
  const wrongSpeed = speedProblem(form);
  return (
    <>
      <VoiceField form={form} setForm={setForm} abilities={abilities} />
      <Field label="Format" hint={FORMAT_HINTS[form.format]}>
        <SegmentedControl
          size="small"
          options={FORMATS}
          value={form.format}
          onValueChange={(format) => setForm({ format })}
        />
      </Field>
      {supports(supported, "speed") && (
        <div className="flex flex-col gap-1.5">
          <Slider
            label="Speed"
            hint="1 is the model's normal speed."
            value={form.speed}
            onValueChange={(speed) => setForm({ speed })}
            {...USUAL_SPEEDS}
          />
          {wrongSpeed && (
            <p role="alert" className="text-bad text-xs">
              {wrongSpeed}
            </p>
          )}
        </div>
      )}
      {supports(supported, "instructions") && (
        <Field label="Instructions" hint="Tone, accent and pace">
          <Textarea
            value={form.instructions}
            onChange={(event) => setForm({ instructions: event.target.value })}
            placeholder="Calm and friendly"
          />
        </Field>
      )}
    </>
  );
}

function VoiceField({ form, setForm, abilities }: SpeechSettingsProps) {
  const { voices } = abilities;
  const problem = voiceProblem(form, abilities);
  if (!voices) {
    return (
      <Field label="Voice" hint="The provider's name for the voice. Leave empty for the default.">
        <Input value={form.voice} onChange={(event) => setForm({ voice: event.target.value })} placeholder="auto" />
      </Field>
    );
  }
  const known = ["", ...voices, ...(problem ? [form.voice] : [])];
  const options = known.map((value) => ({ value, label: value || "auto" }));
  return (
    <Field label="Voice" hint="Auto uses the model's default voice." error={problem}>
      <Select options={options} value={form.voice} onValueChange={(voice) => setForm({ voice })} />
    </Field>
  );
}
