"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listImageModelEndpoints, listImageModels } from "#lib/contract/image-models.ts";
import { ANY_ABILITIES, type ImageAbilities, type ImageEndpoint } from "./image-abilities.ts";

/** What the gateway's image models take; `of` a model it does not know, anything; undefined until it is known. */
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

/** The providers that make images with a model; none while they are not known. */
export function useImageEndpoints(model: string, isListed: boolean): readonly ImageEndpoint[] {
  const [author = "", slug = ""] = model.split("/");
  const { data } = useQuery({
    ...query(listImageModelEndpoints, { params: { author, slug } }),
    enabled: isListed && slug !== "",
  });
  return data?.endpoints ?? [];
}
