"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listVideoModels } from "#lib/contract/videos.ts";
import type { CatalogueModel } from "../models/model-search.ts";
import type { VideoFacts } from "./video-form.ts";

/** Returns a model's video options, as the gateway lists them; undefined if unknown. */
export function useVideoFacts(): (model: CatalogueModel | undefined) => VideoFacts | undefined {
  const { data } = useQuery(query(listVideoModels));
  return (model) => {
    const facts = data?.data.find(({ id }) => id === model?.id);
    // The list of video models does not state it; models without image input take no references.
    return facts && { ...facts, takesReferences: model?.architecture.input_modalities.includes("image") ?? true };
  };
}
