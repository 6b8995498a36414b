"use client";

import { useMemo } from "react";
import { isRunning } from "#components/playground/result/answer.ts";
import type { Pane, PlaygroundState } from "../pane/pane.ts";
import { usePlaygroundState } from "../pane/use-playground.ts";

/** The last response of a pane, named by its position and the requested model. */
export type Comparable = { paneId: string; name: string; text: string };

/** Returns the panes whose last response is complete and has text. */
export function useComparable(): readonly Comparable[] {
  const panes = usePlaygroundState((state) => state.panes);
  return useMemo(() => panes.flatMap(comparableOf), [panes]);
}

/** Returns whether there are two responses to compare; changes only once, not with every token. */
export function useCanCompare(): boolean {
  return usePlaygroundState(({ panes }: PlaygroundState) => panes.flatMap(comparableOf).length > 1);
}

function comparableOf(pane: Pane, index: number): Comparable[] {
  const last = pane.turns.at(-1);
  if (last?.role !== "assistant" || isRunning(last.answer) || last.answer.text === "") return [];
  return [{ paneId: pane.id, name: `${index + 1}: ${last.answer.model}`, text: last.answer.text }];
}
