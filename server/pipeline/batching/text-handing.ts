import type { BatchedResult } from "#server/caller/batch-call.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { pricesOfOther } from "../budget/charge.ts";
import { worstCase } from "../budget/worst-case.ts";
import { nativeBody } from "../native/native-body.ts";
import type { PluginNote } from "../plugins/plugin-note.ts";
import type { TextCall } from "../text-call.ts";
import type { Handing } from "./hand-over.ts";

/** Returns how a text call is handed over: as it would be sent in its own dialect. */
export function handingOf({ call }: { call: TextCall }): Handing {
  const { gateway, dialect, body } = call;
  const pricesOf = (candidate: Parameters<typeof pricesOfOther>[1], model: string) =>
    pricesOfOther(gateway, candidate, model).prices;
  return {
    kind: dialect.id,
    units: { input_tokens: 1, output_tokens: 1 },
    worstOf: (candidate) => worstCase(dialect, body, [candidate], Number.MAX_SAFE_INTEGER, () => false, pricesOf),
    bodyFor(candidate) {
      const native = candidate.provider.native?.[dialect.id];
      return native && nativeBody(dialect.id, body, candidate, native, []);
    },
  };
}

/** Returns the body that a call was handed over with, to which plugins have been applied. */
export function keptBody({ kept }: BatchedResult): { body: Body; notes: PluginNote[] } {
  return { body: kept.body as Body, notes: [...kept.pluginNotes] as PluginNote[] };
}
