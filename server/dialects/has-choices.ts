import type { Body, Dialect } from "./dialect.ts";

/** Returns whether responses of a dialect consist of choices, which end separately, before the stream's `[DONE]`. */
export function hasChoices(dialect: Pick<Dialect, "id">): boolean {
  return dialect.id === "chat" || dialect.id === "completions";
}

/** Returns whether a body asks for several choices, so that the end of one says nothing about the others. */
export function hasSeveralChoices(dialect: Pick<Dialect, "id">, { n, prompt }: Body): boolean {
  if (!hasChoices(dialect)) return false;
  return Number(n ?? 1) > 1 || (dialect.id === "completions" && Array.isArray(prompt) && prompt.length > 1);
}
