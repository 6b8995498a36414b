"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listVideoModels } from "#lib/contract/videos.ts";
import type { CatalogueModel } from "../models/model-search.ts";
import type { VideoFacts } from "./video-form.ts";

/** What a model may be asked for, as the gateway lists it; undefined while nothing is known of it. */
export function useVideoFacts(): (model: CatalogueModel | undefined) => VideoFacts | undefined {
  const { data } = useQuery(query(listVideoModels));
  return (model) => {
    const facts = data?.data.find(({ id }) => id === model?.id);
    // The list of video models does not say it; those that read no images take no references.
    return facts && { ...facts, takesReferences: model?.architecture.input_modalities.includes("image") ?? true };
  };
}
