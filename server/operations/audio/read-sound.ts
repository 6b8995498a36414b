import type { z } from "zod";
import { MAX_AUDIO_BYTES } from "#lib/contract/transcriptions.ts";
import { HttpError } from "#server/errors.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { readForm } from "#server/http/bodies/form-data.ts";
import { formTags } from "#server/http/bodies/form-tags.ts";
import { decodeBase64, isLongString, readLongJson } from "#server/http/bodies/long-strings.ts";
import type { Call } from "#server/http/operation.ts";
import { formatNamed, soundFile } from "#server/pipeline/media/audio/sound-file.ts";
import type { SoundFile } from "#server/providers/audio/sound-file.ts";

/** A request with audio: its body without the audio, and the audio file. */
export type SoundCall = { body: Record<string, unknown>; sound: SoundFile };

type Schema = z.ZodType<{ input_audio: { data: string; format: string } } & Record<string, unknown>>;

/**
 * Reads the body of a request with audio as it arrives: a form, or JSON of at most `maxJsonBytes`. Throws 400 and 413.
 */
export async function readSoundCall(
  { request, source, hold }: Pick<Call, "request" | "source" | "hold">,
  schema: Schema,
  maxJsonBytes: number,
): Promise<SoundCall> {
  const isForm = /^multipart\//i.test(request.headers.get("content-type") ?? "");
  const body = { headers: request.headers, source: source(), schema, hold };
  return isForm ? fromForm(body) : fromJson(body, maxJsonBytes);
}

type Incoming = { headers: Headers; source: ReturnType<Call["source"]>; schema: Schema; hold: Call["hold"] };

async function fromJson({ headers, source, schema, hold }: Incoming, maxBytes: number): Promise<SoundCall> {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) {
    source.on("error", () => undefined).resume();
    throw new HttpError(413, `Request payload too large: at most ${maxBytes} bytes`);
  }
  const given = await readLongJson(source, maxBytes, hold);
  const audio = (given as { input_audio?: { data?: unknown } } | null)?.input_audio;
  const data = audio?.data;
  const shown = isLongString(data) ? { ...(given as object), input_audio: { ...audio, data: "long" } } : given;
  const body = parseInput(schema, shown, "request");
  const { format } = body.input_audio;
  const chunks = isLongString(data) ? data.chunks : [Buffer.from(body.input_audio.data)];
  const sound = await soundFile(decodeBase64({ chunks }, "input_audio.data"), format.toLowerCase(), MAX_AUDIO_BYTES);
  return { body: { ...body, input_audio: { format } }, sound };
}

async function fromForm({ headers, source, schema, hold }: Incoming): Promise<SoundCall> {
  const { file, fields, lists } = await readForm(headers, source, {
    maxBytes: MAX_AUDIO_BYTES,
    hold,
    take: async ({ filename, mediaType, bytes }) => soundFile(bytes, formatNamed(filename, mediaType), MAX_AUDIO_BYTES),
  });
  const input_audio = { data: "in the form", format: file.format };
  const { temperature, trace, stream, ...texts } = withoutNested(filledIn(fields), CHUNKING);
  const chunking = nestedIn(fields, CHUNKING);
  const tags = formTags(fields, lists);
  const given = {
    ...texts,
    ...lists,
    ...(tags && { tags }),
    ...(temperature !== undefined && { temperature: Number(temperature) }),
    ...(stream !== undefined && { stream: inJson(stream, "stream") }),
    ...(chunking && { chunking_strategy: chunking }),
    ...(trace !== undefined && { trace: inJson(trace, "trace") }),
    ...(texts.provider !== undefined && { provider: inJson(texts.provider, "provider") }),
    input_audio,
  };
  const body = parseInput(schema, given, "request");
  return { body: { ...body, input_audio: { format: file.format } }, sound: file };
}

const CHUNKING = "chunking_strategy";

/** Returns the fields that have a text: a form also sends those that its user left empty. */
function filledIn(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ""));
}

/** Returns the object that a form has in parts like `name[type]`, as OpenAI's clients send it; undefined if none. */
function nestedIn(fields: Record<string, string>, name: string): Record<string, string | number> | undefined {
  const entries = Object.entries(fields).flatMap(([field, text]): [string, string | number][] => {
    if (!field.startsWith(`${name}[`) || !field.endsWith("]")) return [];
    const isNumber = text.trim() !== "" && Number.isFinite(Number(text));
    return [[field.slice(name.length + 1, -1), isNumber ? Number(text) : text]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function withoutNested(fields: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !field.startsWith(`${name}[`)));
}

function inJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, `Invalid request: ${name}: must be JSON`);
  }
}
