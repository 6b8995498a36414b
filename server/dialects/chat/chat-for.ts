import type { Dialect } from "../dialect.ts";
import { chat } from "./chat.ts";
import { type ChunkState, type ChunkStyle, withChunkStyle } from "./chunk-style.ts";

// Created once, so that a request allocates nothing for its client's style.
const STYLES: Record<ChunkStyle, Dialect> = {
  "bare-errors": createStyle("bare-errors"),
  strict: createStyle("strict"),
};

/** Returns the chat dialect with the chunks that a client's parser requires; without a style, the plain dialect. */
export function chatFor(style: ChunkStyle | undefined): Dialect {
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
