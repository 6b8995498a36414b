"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listImageModels } from "#lib/contract/image-models.ts";
import { modeMaking } from "#lib/playground-modes.ts";
import type { Model } from "./model-filters.ts";

/**
 * Returns the playground mode for a model: one that outputs text and images is tried as an image model, if possible.
 */
export function useTryMode({ id, architecture }: Model): ReturnType<typeof modeMaking> {
  const outputs = architecture.output_modalities;
  const doesBoth = outputs.includes("text") && outputs.includes("image");
  const { data } = useQuery({ ...query(listImageModels), enabled: doesBoth });
  const draws = doesBoth && data?.data.some((model) => model.id === id) === true;
  return modeMaking(draws ? ["image"] : outputs);
}
