"use client";

import { useMemo } from "react";
import { isRunning } from "#components/playground/result/answer.ts";
import type { Pane, PlaygroundState } from "../pane/pane.ts";
import { usePlaygroundState } from "../pane/use-playground.ts";

/** The last answer of a pane, named by its place and the model that was asked. */
export type Comparable = { paneId: string; name: string; text: string };

/** What can be compared: the panes whose last answer is over and says something. */
export function useComparable(): readonly Comparable[] {
  const panes = usePlaygroundState((state) => state.panes);
  return useMemo(() => panes.flatMap(comparableOf), [panes]);
}

/** Whether there are two answers to compare; changes once when they are there, not with every token. */
export function useCanCompare(): boolean {
  return usePlaygroundState(({ panes }: PlaygroundState) => panes.flatMap(comparableOf).length > 1);
}

function comparableOf(pane: Pane, index: number): Comparable[] {
  const last = pane.turns.at(-1);
  if (last?.role !== "assistant" || isRunning(last.answer) || last.answer.text === "") return [];
  return [{ paneId: pane.id, name: `${index + 1}: ${last.answer.model}`, text: last.answer.text }];
}
