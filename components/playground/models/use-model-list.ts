"use client";

import { createContext, useContext } from "react";
import type { CatalogueModel } from "./model-search.ts";

/** The models of a picker. */
export type ModelList = {
  /** The matching models; undefined while they load or if they could not be read. */
  models: readonly CatalogueModel[] | undefined;
  modelsFailed: boolean;
  recentModels: readonly string[];
};

export const ModelListContext = createContext<ModelList>({ models: undefined, modelsFailed: false, recentModels: [] });

export function useModelList(): ModelList {
  return useContext(ModelListContext);
}
