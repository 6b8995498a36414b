import { isRecord } from "#lib/is-record.ts";
import type { TranscriptCall } from "../../media.ts";

// Fields that the form sends in another way or omits.
const OWN = new Set(["file", "model", "input_audio", "response_format", "timestamp_granularities", "stream", "user"]);

/** Returns the form of a request with audio. `times`: the timestamps to ask for. */
export function soundForm(
  { request, options, model, sound }: TranscriptCall<object>,
  format: string,
  times: readonly string[] = [],
): FormData {
  const form = new FormData();
  form.append("file", sound.bytes, `sound.${sound.format}`);
  form.append("model", model);
  form.append("response_format", format);
  for (const unit of times) form.append("timestamp_granularities[]", unit);
  for (const [name, value] of Object.entries({ ...options, ...request })) {
    if (OWN.has(name) || value === null || value === undefined) continue;
    if (name === "chunking_strategy" && isRecord(value)) {
      for (const [part, setting] of Object.entries(value)) form.append(`${name}[${part}]`, String(setting));
      continue;
    }
    for (const item of Array.isArray(value) ? value : [value]) {
      form.append(
        Array.isArray(value) ? `${name}[]` : name,
        typeof item === "object" ? JSON.stringify(item) : String(item),
      );
    }
  }
  return form;
}
