import type { z } from "zod";
import type { KeyTest } from "#lib/contract/byok.ts";
import type { CheckedKey } from "#server/pipeline/planning/key-check.ts";

/** Converts a provider's response to a key test to its API record. */
export function testRecord({ outcome, status, message, raw, durationMs }: CheckedKey): z.output<typeof KeyTest> {
  return { outcome, status, message, raw, duration_ms: durationMs };
}
