"use client";

import { useQuery } from "@tanstack/react-query";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { query } from "#lib/api/query.ts";
import { listProviders } from "#lib/contract/providers.ts";
import { formatCompact, formatCount } from "#lib/format.ts";
import { INPUTS, OUTPUTS } from "./modalities.tsx";
import type { ModelView, Narrow } from "./model-filters.ts";

const ANY = "any";
const CONTEXTS = [8_000, 32_000, 128_000, 200_000, 400_000, 1_000_000];
const PARAMETERS = [
  "tools",
  "tool_choice",
  "structured_outputs",
  "response_format",
  "reasoning",
  "temperature",
  "top_p",
  "top_k",
  "seed",
  "stop",
  "logprobs",
  "frequency_penalty",
  "presence_penalty",
];

/** The filters that do not fit into the filter bar. */
export function ModelFilterFields({ view, narrow }: { view: ModelView; narrow: Narrow }) {
  return (
    <>
      <Field label="Input">
        <ComboboxMany
          options={INPUTS.map(asOption)}
          values={view.inputs}
          onValuesChange={(inputs) => narrow({ inputs })}
          placeholder="Anything"
        />
      </Field>
      <Field label="Output">
        <ComboboxMany
          options={OUTPUTS.map(asOption)}
          values={view.outputs}
          onValuesChange={(outputs) => narrow({ outputs })}
          placeholder="Anything"
        />
      </Field>
      <ProviderField values={view.providers} onValuesChange={(providers) => narrow({ providers })} />
      <Field label="Supports" hint="Models that support all of these parameters">
        <ComboboxMany
          options={PARAMETERS.map(asOption)}
          values={view.parameters}
          onValuesChange={(parameters) => narrow({ parameters })}
          placeholder="Any parameters"
        />
      </Field>
      <Field label="Context">
        <Select
          value={String(view.context ?? ANY)}
          onValueChange={(least) => narrow({ context: least === ANY ? null : Number(least) })}
          options={[
            { value: ANY, label: "Any length" },
            ...CONTEXTS.map((least) => ({ value: String(least), label: `At least ${formatCompact(least)} tokens` })),
          ]}
        />
      </Field>
      <Field label="Highest input price" hint="USD per million tokens; 0 for free models">
        <NumberInput
          value={view.price}
          onValueChange={(price) => narrow({ price }, "replace")}
          prefix="$"
          placeholder="Any price"
        />
      </Field>
    </>
  );
}

type ProviderFieldProps = { values: readonly string[]; onValuesChange: (values: string[]) => void };

/** Providers with a credential come first. */
function ProviderField({ values, onValuesChange }: ProviderFieldProps) {
  const { data } = useQuery(query(listProviders));
  const options = (data?.data ?? [])
    .toSorted((a, b) => Number(b.available) - Number(a.available) || a.name.localeCompare(b.name))
    .map((provider) => ({
      value: provider.slug,
      label: provider.name,
      hint: formatCount(provider.models),
      keywords: [provider.slug],
      group: provider.available ? "Available here" : "Others",
    }));
  return (
    <Field label="Provider">
      <ComboboxMany options={options} values={values} onValuesChange={onValuesChange} placeholder="Any provider" />
    </Field>
  );
}

function asOption(value: string) {
  return { value, label: value };
}
