"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listImageModelEndpoints, listImageModels } from "#lib/contract/image-models.ts";
import { ANY_ABILITIES, type ImageAbilities, type ImageEndpoint } from "./image-abilities.ts";

/**
 * Returns the parameters of the gateway's image models; all parameters for an unknown model; undefined while loading.
 */
export function useImageAbilities(): {
  of: (model: string) => ImageAbilities | undefined;
  isListed: (model: string) => boolean;
} {
  const { data, isError } = useQuery(query(listImageModels));
  const find = (model: string) => data?.data.find(({ id }) => id === model);
  return {
    of: (model) => find(model) ?? (data || isError ? ANY_ABILITIES : undefined),
    isListed: (model) => data === undefined || find(model) !== undefined,
  };
}

/** Returns the providers that generate images with a model; empty while loading. */
export function useImageEndpoints(model: string, isListed: boolean): readonly ImageEndpoint[] {
  const [author = "", slug = ""] = model.split("/");
  const { data } = useQuery({
    ...query(listImageModelEndpoints, { params: { author, slug } }),
    enabled: isListed && slug !== "",
  });
  return data?.endpoints ?? [];
}
