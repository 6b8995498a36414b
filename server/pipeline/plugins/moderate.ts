import { APICallError } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { HttpError } from "#server/errors.ts";
import { upstreamFetch } from "#server/providers/exchange/http.ts";
import { postJson, readJson } from "#server/providers/exchange/send.ts";
import { bearer } from "#server/providers/openai/bearer.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { PluginNote } from "./plugin-note.ts";

/** OpenAI's model for it is free (https://developers.openai.com/api/docs/guides/moderation). */
const MODEL = "omni-moderation-latest";
const TIMEOUT_MS = 15_000;

/**
 * Checks the texts of a request with OpenAI's moderation model. Rejects with HttpError 403 that names the categories if
 * one is flagged, 400 if the gateway has no key for it, and 502 if it does not respond: an unchecked request is not sent.
 */
export async function moderate(
  { systemCredentials, egress, log }: PipelineGateway,
  dialect: Dialect,
  body: Body,
  notes: PluginNote[],
  signal: StopSignal,
): Promise<void> {
  const reached = systemCredentials.get("openai");
  if (!reached) throw new HttpError(400, "plugins: moderation needs OPENAI_API_KEY, which this gateway does not have");
  const input = dialect.texts(body).flatMap(({ text }) => (text.trim() === "" ? [] : [{ type: "text", text }]));
  if (input.length === 0) return;
  const departure = new AbortController();
  signal.addEventListener("abort", () => departure.abort());
  const limited = AbortSignal.any([departure.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const target = { baseUrl: reached.baseUrl, fetch: upstreamFetch(egress), signal: limited };
  const question = { model: MODEL, input: input.map(({ text }) => text) };
  const ask = () => postJson(target, "/moderations", bearer(reached.credential), question).then(readJson);
  const response = await ask()
    // The service may just have closed the idle connection. Retrying costs nothing.
    .catch((error: unknown) => (APICallError.isInstance(error) || limited.aborted ? Promise.reject(error) : ask()))
    .catch((error: unknown) => {
      if (signal.aborted) throw error;
      log.warn({ error }, "the moderation of a request failed");
      throw new HttpError(502, "The moderation service did not respond");
    });
  const reasons = [...new Set(recordsOf(response.results).flatMap(({ categories }) => namesOf(categories)))];
  if (reasons.length === 0) {
    notes.push({ name: "moderation", type: "plugin", summary: "Nothing flagged" });
    return;
  }
  throw new HttpError(403, `The request was flagged by moderation: ${reasons.join(", ")}`, {
    metadata: { reason: "moderation", reasons },
  });
}

function namesOf(categories: unknown): string[] {
  if (!isRecord(categories)) return [];
  return Object.entries(categories).flatMap(([name, is]) => (is === true ? [name] : []));
}
