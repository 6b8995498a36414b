import { z } from "zod";
import { nanoUsdOf } from "#lib/nano-usd.ts";

/** The highest limit that can be counted exactly in nano-USD. */
const MAX_LIMIT_USD = 9_000_000;

export const KeyLimit = z
  .number()
  .min(0, { abort: true })
  .max(MAX_LIMIT_USD, { abort: true })
  .refine((usd) => nanoUsdOf(usd) !== undefined, "A limit has at most nine decimals")
  .describe("Spending limit in USD, at most nine decimals");
