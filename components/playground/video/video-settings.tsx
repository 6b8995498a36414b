"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { formatUsd } from "#lib/format.ts";
import { DurationField } from "./duration-field.tsx";
import { ShapeFields } from "./shape-fields.tsx";
import { takesAudio, takesSeed, type VideoFacts } from "./video-form.ts";
import type { VideoSettingsProps } from "./video-settings-props.ts";

const AUDIO = [
  { value: "", label: "Auto" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
] as const;

/** Duration, size and other options of the model. */
export function VideoSettings(props: VideoSettingsProps) {
  const { form, setForm, facts, problems } = props;
  return (
    <>
      <DurationField {...props} />
      <ShapeFields {...props} />
      {takesAudio(facts) && (
        <Field label="Sound" hint="Auto leaves it to the model">
          <SegmentedControl
            size="small"
            options={AUDIO}
            value={form.audio}
            onValueChange={(audio) => setForm({ audio })}
          />
        </Field>
      )}
      {takesSeed(facts) && (
        <Field label="Seed" hint="The same seed requests the same video." error={problems.seed}>
          <NumberInput value={form.seed} onValueChange={(seed) => setForm({ seed })} placeholder="random" />
        </Field>
      )}
      <Field
        label="Callback URL"
        hint="Notified when the video finishes, instead of the workspace's webhook"
        error={problems.callbackUrl}
      >
        <Input
          type="url"
          value={form.callbackUrl}
          onChange={(event) => setForm({ callbackUrl: event.target.value })}
          placeholder="https://"
        />
      </Field>
      <Prices facts={facts} />
    </>
  );
}

function Prices({ facts }: { facts: VideoFacts | undefined }) {
  const prices = Object.entries(facts?.pricing_skus ?? {});
  if (prices.length === 0) return null;
  const isFree = prices.every(([, usd]) => Number(usd) === 0);
  return (
    <p className="text-muted text-xs">
      {isFree
        ? "Videos are free."
        : `Each second costs ${prices.map(([name, usd]) => `${formatUsd(Number(usd))} at ${name}`).join(", ")}.`}
    </p>
  );
}
