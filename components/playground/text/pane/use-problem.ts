"use client";

import { problemsOf } from "../settings/settings.ts";
import type { PlaygroundState } from "./pane.ts";
import { usePlayground, usePlaygroundState } from "./use-playground.ts";

/** Returns what prevents sending a pane's prompt: the first invalid setting, in words. */
export function usePaneProblem(paneId: string): string | undefined {
  const { models } = usePlayground();
  return usePlaygroundState((state) => problemOf(state, paneId, (id) => supportedBy(models, id)));
}

/** The same for all panes, naming the pane. */
export function useProblem(): string | undefined {
  const { models } = usePlayground();
  return usePlaygroundState((state) => {
    for (const [index, pane] of state.panes.entries()) {
      const problem = problemOf(state, pane.id, (id) => supportedBy(models, id));
      if (problem) return state.panes.length === 1 ? problem : `Pane ${index + 1}: ${problem}`;
    }
    return undefined;
  });
}

/** Names the models that would get an image with the shared prompt but do not support images. */
export function useImageWarning(): string | undefined {
  const { models } = usePlayground();
  return usePlaygroundState(({ draft, panes }) => {
    if (draft.attachments.length === 0) return undefined;
    const blind = panes.find(({ model }) => {
      const known = models?.find(({ id }) => id === model);
      return known && !known.architecture.input_modalities.includes("image");
    });
    return blind && `${blind.model} does not accept images`;
  });
}

/** Returns the parameters that a model supports, according to the catalogue. */
export function supportedBy(models: ReturnType<typeof usePlayground>["models"], id: string) {
  return models?.find((model) => model.id === id)?.supported_parameters;
}

function problemOf(
  { panes, dialect }: PlaygroundState,
  paneId: string,
  supported: (model: string) => readonly string[] | undefined,
): string | undefined {
  const pane = panes.find(({ id }) => id === paneId);
  const [first] = pane ? problemsOf(pane.settings, pane.model, supported(pane.model), dialect) : [];
  return first && `Settings, ${first.field.replaceAll("_", " ")}: ${first.message}`;
}
