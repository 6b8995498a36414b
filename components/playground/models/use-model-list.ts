"use client";

import { createContext, useContext } from "react";
import type { CatalogueModel } from "./model-search.ts";

/** What a model is chosen from. */
export type ModelList = {
  /** The models that fit; undefined while they load or when they could not be read. */
  models: readonly CatalogueModel[] | undefined;
  modelsFailed: boolean;
  recentModels: readonly string[];
};

export const ModelListContext = createContext<ModelList>({ models: undefined, modelsFailed: false, recentModels: [] });

export function useModelList(): ModelList {
  return useContext(ModelListContext);
}
