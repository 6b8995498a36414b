"use client";

import type { Parameter } from "#components/playground/parameters.ts";
import type { Dialect } from "#components/playground/result/answer.ts";
import { Field } from "#components/ui/forms/field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Slider } from "#components/ui/forms/slider.tsx";

type ParameterControlProps = {
  parameter: Parameter;
  /** null: not sent, so the model's default applies. */
  value: number | string | null;
  onValueChange: (value: number | string | null) => void;
  problem: string | undefined;
  dialect: Dialect;
};

const AUTO = "auto";

/** One parameter: a slider, a number, or a few choices; "auto" sends nothing. */
export function ParameterControl({ parameter, value, onValueChange, problem, dialect }: ParameterControlProps) {
  const { label, hint } = parameter;
  if (parameter.kind === "choice") {
    const options = [AUTO, ...parameter.choices].map((choice) => ({ value: choice, label: choice }));
    return (
      <Field label={label} hint={hint} error={problem}>
        <SegmentedControl
          size="small"
          options={options}
          value={value === null ? AUTO : String(value)}
          onValueChange={(choice) => onValueChange(choice === AUTO ? null : choice)}
        />
      </Field>
    );
  }
  const number = typeof value === "number" ? value : null;
  const { min, max, step, rest } = parameter;
  if (max === undefined) {
    return (
      <Field label={label} hint={hint} error={problem}>
        <NumberInput
          value={number}
          onValueChange={onValueChange}
          placeholder={parameter.placeholder?.[dialect] ?? "auto"}
        />
      </Field>
    );
  }
  return (
    <div>
      <Slider {...{ label, hint, min, max, step, rest }} value={number} onValueChange={onValueChange} />
      {problem && (
        <p role="alert" className="pt-1 text-bad text-xs">
          {problem}
        </p>
      )}
    </div>
  );
}
