import type { Dialect } from "../dialect.ts";
import { chat } from "./chat.ts";
import { type ChunkState, type ChunkStyle, withChunkStyle } from "./chunk-style.ts";

// Made once: a call allocates nothing for its client's style.
const STYLES: Record<ChunkStyle, Dialect> = { "bare-errors": styled("bare-errors"), strict: styled("strict") };

/** Returns the chat dialect with the chunks that a client's parser requires; undefined for nothing special. */
export function chatFor(style: ChunkStyle | undefined): Dialect {
  return style ? STYLES[style] : chat;
}

function styled(style: ChunkStyle): Dialect {
  return {
    ...chat,
    rewriter() {
      const state: ChunkState = {};
      return (event) => [withChunkStyle(event, style, state)];
    },
  };
}
