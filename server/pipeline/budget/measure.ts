import type { Usage } from "#server/providers/usage/usage.ts";
import type { Attempt } from "../model-call.ts";

/** How to count the usage of one kind of call. */
export type Measure = {
  /** Returns the usage of a finished attempt. */
  counted(attempt: Attempt): CountedUsage;
  /** Returns the usage to charge as soon as a response has started. */
  begun(attempt: Attempt): Usage;
  /** Estimates the usage of a request that was canceled before its response; absent if calls are not canceled. */
  sent?(attempt: Attempt): Usage;
  /**
   * Returns a function that estimates the usage of a response in progress; it returns undefined if nothing was added
   * since.
   */
  soFar?(attempt: Attempt): () => Usage | undefined;
};

/** `estimated`: the upstream did not report the usage. */
export type CountedUsage = { usage: Usage; estimated: boolean };
