import type { z } from "zod";
import type { GenerationRequest } from "#lib/contract/generation-request.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import type { RequestRecord } from "#server/pipeline/request-record/request-record.ts";

type Detail = z.output<typeof GenerationRequest>;

/** Returns how a row's request was made; null for rows older than this record. */
export function requestDetail({ request }: Pick<GenerationRow, "request">): Detail | null {
  const record = request as RequestRecord | null;
  if (!record) return null;
  return { parameters: record.parameters, headers: record.headers, forwarded: forwardedOf(record) };
}

function forwardedOf({ parameters, sent }: RequestRecord): Detail["forwarded"] {
  if (!sent) return null;
  const { converted, changed = {}, removed = [], headers = [] } = sent;
  if (converted) return { parameters: converted, converted: true, changed: [], removed: [], headers };
  const kept = Object.entries(parameters).filter(([name]) => !removed.includes(name));
  return {
    parameters: { ...Object.fromEntries(kept), ...changed },
    converted: false,
    changed: Object.keys(changed),
    removed,
    headers,
  };
}
