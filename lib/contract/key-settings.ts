import { z } from "zod";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import { CacheSeconds } from "./routing.ts";

/** The highest limit that can be counted exactly in nano-USD. */
const MAX_LIMIT_USD = 9_000_000;

export const KeyLimit = z
  .number()
  .min(0, { abort: true })
  .max(MAX_LIMIT_USD, { abort: true })
  .refine((usd) => nanoUsdOf(usd) !== undefined, "A limit has at most nine decimals")
  .describe("Spending limit in USD, at most nine decimals");

export const KeyCacheSeconds = CacheSeconds.min(1).describe(
  "Seconds to keep the responses of text, embeddings and reranking requests, as `cache: { ttl }` does in a " +
    "request, which takes precedence. Null caches only where a request asks for it.",
);
