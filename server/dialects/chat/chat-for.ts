import type { Dialect } from "../dialect.ts";
import { chat } from "./chat.ts";
import { type ChunkState, type ChunkStyle, withChunkStyle } from "./chunk-style.ts";
import { functionCalls } from "./function-calls.ts";
import { functionsOnly } from "./functions-only.ts";

/** What a client's parser requires of chunks, or that it knows only calls of functions, or only `function_call`. */
type ClientStyle = ChunkStyle | "functions-only" | "function-calls";

// Created once, so that a request allocates nothing for its client's style.
const STYLES: Record<ClientStyle, Dialect> = {
  "bare-errors": createStyle("bare-errors"),
  "first-choices": createStyle("first-choices"),
  strict: createStyle("strict"),
  "functions-only": functionsOnly,
  "function-calls": functionCalls,
};

/** Returns the chat dialect with the chunks that a client's parser requires; without a style, the plain dialect. */
export function chatFor(style: ClientStyle | undefined): Dialect {
  return style ? STYLES[style] : chat;
}

function createStyle(style: ChunkStyle): Dialect {
  return {
    ...chat,
    rewriter() {
      const state: ChunkState = {};
      return (event) => [withChunkStyle(event, style, state)];
    },
  };
}
