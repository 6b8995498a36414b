"use client";

import { Plus, Trash2 } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import { type ModelDraft, newModel, type ProviderDraft } from "./provider-draft.ts";

type Form = ContractForm<ProviderDraft>;
export type ModelList = {
  models: readonly ModelDraft[];
  add: (names: readonly string[]) => void;
  remove: (index: number) => void;
};

/** Reads and changes the list of models. `useFieldArray` would add a kilobyte to every page with a form. */
export function useModelList(form: Form): ModelList {
  const models = form.watch("models");
  const change = (next: ModelDraft[]) => {
    form.setValue("models", next, { shouldDirty: true });
    form.clearErrors("models");
  };
  return {
    models,
    // An empty row is only an invitation.
    add: (names) => change([...models.filter(({ id }) => id !== "" || names.includes("")), ...names.map(newModel)]),
    remove: (index) => change(models.filter((_, position) => position !== index)),
  };
}

/** The models of a custom provider with their prices. */
export function ModelFields({ form, list }: { form: Form; list: ModelList }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">Models</legend>
      <p className="text-muted text-xs">
        Prices are in USD per million tokens. A model without prices is unpriced: requests are rejected unless the
        gateway serves unpriced models. Enter 0 for a free model.
      </p>
      {list.models.map(({ key }, index) => (
        <ModelRow key={key} form={form} index={index} onRemove={() => list.remove(index)} />
      ))}
      <Button className="self-start" size="small" onClick={() => list.add([""])}>
        <Plus aria-hidden />
        Add model
      </Button>
    </fieldset>
  );
}

function ModelRow({ form, index, onRemove }: { form: Form; index: number; onRemove: () => void }) {
  const name = <Name extends string>(field: Name) => `models.${index}.${field}` as const;
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border p-3">
      <legend className="sr-only">Model {index + 1}</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_7rem_7rem_auto]">
        <FormField form={form} name={name("id")} label="Name on the server" required>
          {(field) => <Input {...field} mono maxLength={200} autoComplete="off" placeholder="llama-4-70b" />}
        </FormField>
        <FormField form={form} name={name("inputPrice")} label="Input price">
          {(field) => <Input {...field} mono inputMode="decimal" autoComplete="off" placeholder="0.15" />}
        </FormField>
        <FormField form={form} name={name("outputPrice")} label="Output price">
          {(field) => <Input {...field} mono inputMode="decimal" autoComplete="off" placeholder="0.60" />}
        </FormField>
        <IconButton label={`Remove model ${index + 1}`} className="sm:mt-6" onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <details className="text-sm">
        <summary className="text-muted text-xs">Capabilities and other prices</summary>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <FormField
            form={form}
            name={name("model")}
            label="Catalogue model"
            hint="Leave empty to add a separate model"
          >
            {(field) => <Input {...field} mono autoComplete="off" placeholder="meta-llama/llama-3.3-70b-instruct" />}
          </FormField>
          <FormField form={form} name={name("name")} label="Display name">
            {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
          </FormField>
          <FormField form={form} name={name("context")} label="Context length" hint="Tokens">
            {(field) => <Input {...field} mono inputMode="numeric" autoComplete="off" placeholder="131072" />}
          </FormField>
          <FormField form={form} name={name("maxOutput")} label="Maximum output" hint="Tokens">
            {(field) => <Input {...field} mono inputMode="numeric" autoComplete="off" />}
          </FormField>
          <FormField form={form} name={name("inputs")} label="Inputs" hint="text, image, file, audio, video">
            {(field) => <Input {...field} mono autoComplete="off" />}
          </FormField>
          <FormField
            form={form}
            name={name("output")}
            label="Outputs"
            hint="text, image, video, embeddings, rerank, speech, transcription. Leave empty to infer them from the name."
          >
            {(field) => <Input {...field} mono autoComplete="off" />}
          </FormField>
          <FormField
            form={form}
            name={name("parameters")}
            label="Parameters"
            hint="Leave empty for the usual ones and tools"
          >
            {(field) => <Input {...field} mono autoComplete="off" placeholder="temperature, tools" />}
          </FormField>
          <FormField form={form} name={name("otherPrices")} label="Other prices" hint="One per line, as unit: USD">
            {(field) => <Textarea {...field} mono rows={2} autoComplete="off" placeholder="cache_read_tokens: 0.015" />}
          </FormField>
        </div>
      </details>
    </fieldset>
  );
}
