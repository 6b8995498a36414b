"use client";

import { useEffect, useState } from "react";
import { parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";

/** A mode's model, named in the address (`?model=`) unless it is the mode's default. */
export function useModelAddress(firstModel: string, before: string | undefined): [string, (model: string) => void] {
  const [named, write] = useQueryState("model", parseAsString.withOptions({ history: "replace" }));
  const [chosen, setChosen] = useState(before || firstModel);
  const model = named ?? chosen;
  useEffect(() => {
    if (named === null && chosen !== firstModel) void write(chosen);
  }, [named, chosen, firstModel, write]);
  const choose = (next: string) => {
    setChosen(next);
    void write(next === firstModel ? null : next);
  };
  return [model, choose];
}
