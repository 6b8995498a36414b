"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Combobox } from "#components/ui/forms/combobox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import { query } from "#lib/api/query.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { listModels } from "#lib/contract/models.ts";
import { listPresets } from "#lib/contract/presets.ts";
import { type AliasDraft, newTarget, shareOf, type TargetDraft } from "./alias-draft.ts";

/** The most targets that the gateway accepts. */
const MOST_TARGETS = 10;

type Form = ContractForm<AliasDraft>;

/** Where an alias leads, with the share of each target. `self`: the alias that is edited. */
export function TargetFields({ form, self }: { form: Form; self: string | undefined }) {
  const targets = form.watch("targets");
  const change = (next: TargetDraft[]) => {
    form.setValue("targets", next, { shouldDirty: true });
    form.clearErrors("targets");
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">Targets</legend>
      <p className="text-muted text-xs">
        With several targets, requests are split by weight, and those of one session or user stay with one target. To
        roll out gradually, keep the order and raise the last weight. A canary gets a percentage instead, and no more
        requests once it fails more often or responds more slowly than the other targets.
      </p>
      {targets.map(({ key }, index) => (
        <TargetRow
          key={key}
          form={form}
          index={index}
          self={self}
          onRemove={targets.length > 1 ? () => change(targets.filter((_, place) => place !== index)) : undefined}
        />
      ))}
      {targets.length < MOST_TARGETS && (
        <Button className="self-start" size="small" onClick={() => change([...targets, newTarget()])}>
          <Plus aria-hidden />
          Add target
        </Button>
      )}
    </fieldset>
  );
}

type TargetRowProps = { form: Form; index: number; self: string | undefined; onRemove: (() => void) | undefined };

function TargetRow({ form, index, self, onRemove }: TargetRowProps) {
  const models = useQuery(query(listModels, { query: { output_modalities: "all", limit: 1000 } }));
  const presets = useQuery(queryAll(listPresets));
  const targets = form.watch("targets");
  const preset = targets[index]?.preset ?? "";
  const isCanary = (targets[index]?.canaryPercent ?? null) !== null;
  const stable = targets.filter(({ canaryPercent }) => canaryPercent === null);
  const share = `${shareOf(targets[index]?.weight ?? null, stable)} of ${stable.length < targets.length ? "the others" : "requests"}`;
  const name = <Name extends keyof TargetDraft>(field: Name) => `targets.${index}.${field}` as const;
  const listed = (models.data?.data ?? []).filter(({ id }) => id !== self).map(({ id }) => ({ value: id, label: id }));
  const ofPreset = { value: "", label: "The preset's model" };
  const saved = (presets.data?.data ?? []).map(({ slug }) => slug);
  const slugs = preset === "" || saved.includes(preset) ? saved : [preset, ...saved];
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border p-3">
      <legend className="sr-only">Target {index + 1}</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_8rem_auto]">
        <FormField form={form} name={name("model")} label="Model" hint="Or another alias">
          {({ value, onChange }) => (
            <Combobox
              value={value === "" && preset === "" ? undefined : value}
              onValueChange={onChange}
              options={preset === "" ? listed : [ofPreset, ...listed]}
              known={[{ value, label: value }]}
              placeholder="Choose a model"
              empty={models.error ? "The models could not be loaded" : "No such model"}
            />
          )}
        </FormField>
        <FormField form={form} name={name("weight")} label="Weight" hint={isCanary ? "Not used for a canary" : share}>
          {({ value, onChange, name: field, ref }) => (
            <NumberInput name={field} ref={ref} value={value} onValueChange={onChange} placeholder="0" />
          )}
        </FormField>
        {onRemove && (
          <IconButton label={`Remove target ${index + 1}`} className="sm:mt-6" onClick={onRemove}>
            <Trash2 />
          </IconButton>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <FormField
          form={form}
          name={name("preset")}
          label="Preset"
          aside="optional"
          hint="Its settings for text requests"
        >
          {({ value, onChange, name: field }) => (
            <Select
              name={field}
              value={value}
              onValueChange={onChange}
              options={[{ value: "", label: "None" }, ...slugs.map((slug) => ({ value: slug, label: slug }))]}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name={name("providers")}
          label="Providers to try first"
          aside="optional"
          hint="IDs in order, separated by commas"
        >
          {(field) => <Input {...field} mono autoComplete="off" placeholder="azure, openai" />}
        </FormField>
        <FormField
          form={form}
          name={name("canaryPercent")}
          label="Canary"
          aside="optional"
          hint="Percent of requests, until it performs worse"
        >
          {({ value, onChange, name: field, ref }) => (
            <NumberInput name={field} ref={ref} value={value} onValueChange={onChange} placeholder="No canary" />
          )}
        </FormField>
      </div>
    </fieldset>
  );
}
