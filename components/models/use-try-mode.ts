"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listImageModels } from "#lib/contract/image-models.ts";
import { modeMaking } from "#lib/playground-modes.ts";
import type { Model } from "./model-filters.ts";

/** The mode of the playground in which a model is tried: one that writes and draws is tried by what it draws, where it can be. */
export function useTryMode({ id, architecture }: Model): ReturnType<typeof modeMaking> {
  const outputs = architecture.output_modalities;
  const doesBoth = outputs.includes("text") && outputs.includes("image");
  const { data } = useQuery({ ...query(listImageModels), enabled: doesBoth });
  const draws = doesBoth && data?.data.some((model) => model.id === id) === true;
  return modeMaking(draws ? ["image"] : outputs);
}
