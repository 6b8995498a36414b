"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listModels } from "#lib/contract/models.ts";
import type { CatalogueModel } from "../models/model-search.ts";

/** Returns the models of one output modality. `fits` excludes those that the operation does not serve. */
export function useModelsWithOutput(
  modality: string,
  fits: (model: CatalogueModel) => boolean = () => true,
): { models: readonly CatalogueModel[] | undefined; modelsFailed: boolean } {
  const { data, isError } = useQuery(query(listModels, { query: { output_modalities: modality, limit: 1000 } }));
  return { models: data?.data.filter(fits), modelsFailed: isError };
}
