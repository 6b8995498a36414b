import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

/** Tells the caller that the response continues. */
export type Working = { type: "working" };

/** A part of a response, or a keepalive while tools run. */
export type LoopPart = LanguageModelV4StreamPart | Working;

/** A response that may take several steps, because the gateway runs tools for the model. */
export type ToolLoop = {
  parts(): AsyncIterable<LoopPart>;
  /** Returns what the gateway charges for all steps so far, without what BYOK credentials pay. */
  chargedNanoUsd(): number;
  /** Returns how often each of the gateway's own tools was called so far. */
  toolUses(): ReadonlyMap<string, number>;
  /** Extends the reservation of the step in progress to cover its text, as `StreamMoney.grow` does. */
  grow(state: { text: string }): Promise<void> | undefined;
};
