"use client";

import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import type { MediaMode } from "#lib/playground-modes.ts";
import type { CatalogueModel } from "../models/model-search.ts";
import type { ModelList } from "../models/use-model-list.ts";
import { useRecentModels } from "../models/use-recent-models.ts";
import type { Json } from "../read-json.ts";
import { readStoredForm, storedFormKey, useStoredForm } from "./stored-form.ts";
import { resultKey } from "./stored-result.ts";
import { type ResultStorage, useMediaCall } from "./use-media-call.ts";
import { useModelAddress } from "./use-model-address.ts";

type MediaPlaygroundParts<Form, Result> = {
  mode: MediaMode;
  /** A model that works on any machine, without a key. */
  firstModel: string;
  models: Pick<ModelList, "models" | "modelsFailed">;
  /** Restores a form from this tab's storage, in which anything may be missing. */
  readForm: (kept: Json) => Form;
} & Omit<ResultStorage<Result>, "key">;

/**
 * The state of a playground mode: its model, form and request. The form is stored in the tab, recently used models in
 * the browser.
 */
export function useMediaPlayground<Form extends object, Result>(parts: MediaPlaygroundParts<Form, Result>) {
  const { mode, firstModel, models, readForm } = parts;
  const { currentWorkspace, user } = useShell();
  const { slug } = currentWorkspace;
  const [resultsKey] = useState(() => resultKey(mode, `${currentWorkspace.id} ${user.email}`));
  const recent = useRecentModels(mode);
  const key = storedFormKey(mode, slug);
  const [kept] = useState(() => readStoredForm(key));
  const [form, setWhole] = useState(() => readForm(kept.form));
  const [model, setModel] = useModelAddress(firstModel, kept.model || recent.recent[0]);
  useStoredForm(key, model, form);
  return {
    mode,
    list: { ...models, recentModels: recent.recent },
    model,
    setModel,
    /** Returns the catalogue's record of a model; undefined if it is unknown. */
    modelOf: (id: string): CatalogueModel | undefined => models.models?.find((one) => one.id === id),
    form,
    setForm: (change: Partial<Form>) => setWhole((current) => ({ ...current, ...change })),
    ...useMediaCall<Result>(slug, recent.add, { ...parts, key: resultsKey }),
  };
}

export type MediaPlayground<Form extends object, Result> = ReturnType<typeof useMediaPlayground<Form, Result>>;
