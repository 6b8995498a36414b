import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import type { Form, UploadedFile } from "../multipart.ts";
import { openai } from "../openai/conventions.ts";
import { wordPieces } from "../text/pieces.ts";
import { tokensOf } from "../text/usage.ts";
import { mediaStream } from "./openai-stream.ts";

const BYTES_PER_SECOND = 32_000;

/** OpenAI's transcriptions and translations: the text names the file; every 32,000 bytes count as a second. */
export const transcriptions: Endpoint = {
  method: "POST",
  path: /\/audio\/(transcriptions|translations)$/,
  conventions: openai,
  answer: transcribe,
};

function transcribe({ request, newId }: Exchange): EndpointResponse {
  const form = (request.body ?? {}) as Form;
  const file = form.file as UploadedFile | undefined;
  const model = String(form.model ?? "");
  if (!file?.bytes)
    return { status: 400, json: openai.error(400, { model, message: "file is required", requestId: newId("req_") }) };
  const text = `You sent ${file.filename} of ${file.bytes.length} bytes.`;
  const seconds = Math.ceil(file.bytes.length / BYTES_PER_SECOND);
  const usage = model.startsWith("whisper") ? { type: "duration", seconds } : tokenUsage(text, seconds);
  if (request.path.endsWith("/translations")) return translate(text, seconds, form);
  if (form.stream === "true") return { stream: mediaStream(model, streamOf(text, usage)) };
  return formatTranscript(String(form.response_format ?? "json"), text, seconds, usage, form);
}

/** Translations report no usage, and always have segments if they are verbose. */
function translate(text: string, seconds: number, form: Form): EndpointResponse {
  const format = String(form.response_format ?? "json");
  if (format === "json") return { json: { text } };
  if (format !== "verbose_json") return formatTranscript(format, text, seconds, {}, form);
  return {
    json: { task: "translate", language: "english", duration: seconds, text, segments: [segmentOf(text, seconds)] },
  };
}

function formatTranscript(format: string, text: string, seconds: number, usage: object, form: Form): EndpointResponse {
  const plain = (body: string, contentType = "text/plain; charset=utf-8") => ({
    bytes: Buffer.from(body),
    contentType,
  });
  if (format === "text") return plain(`${text}\n`);
  if (format === "srt") return plain(`1\n00:00:00,000 --> ${clock(seconds)},000\n${text}\n\n`);
  if (format === "vtt") return plain(`WEBVTT\n\n00:00:00.000 --> ${clock(seconds)}.000\n${text}\n\n`);
  if (format === "diarized_json") return { json: diarized(text, seconds, usage) };
  return { json: format === "verbose_json" ? verbose(text, seconds, usage, form) : { text, usage } };
}

function verbose(text: string, seconds: number, usage: object, form: Form): object {
  const requested = String(form["timestamp_granularities[]"] ?? form.timestamp_granularities ?? "segment");
  const words = text.split(" ");
  const at = (index: number) => Number(((seconds * index) / words.length).toFixed(2));
  const timedWords = words.map((word, index) => ({
    word: word.replace(/\.$/, ""),
    start: at(index),
    end: at(index + 1),
  }));
  return {
    task: "transcribe",
    language: "english",
    duration: seconds,
    text,
    ...(requested.includes("segment") && { segments: [segmentOf(text, seconds)] }),
    ...(requested.includes("word") && { words: timedWords }),
    usage: { ...usage, type: "duration", seconds },
  };
}

/** Two speakers: the file's name, and its size. */
function diarized(text: string, seconds: number, usage: object): object {
  const half = text.indexOf(" of ");
  const part = (id: string, start: number, end: number, spoken: string, speaker: string) => {
    return { type: "transcript.text.segment", id, start, end, text: spoken, speaker };
  };
  const segments = [
    part("seg_001", 0, seconds / 2, ` ${text.slice(0, half)}`, "A"),
    part("seg_002", seconds / 2, seconds, text.slice(half), "B"),
  ];
  return { task: "transcribe", duration: seconds, text, segments, usage };
}

function segmentOf(text: string, seconds: number): object {
  const scores = { temperature: 0, avg_logprob: -0.28, compression_ratio: 1.2, no_speech_prob: 0.01 };
  return { id: 0, seek: 0, start: 0, end: seconds, text: ` ${text}`, tokens: [50364, 13, 50464], ...scores };
}

function streamOf(text: string, usage: object): ({ type: string } & Record<string, unknown>)[] {
  const deltas = wordPieces(text).map((delta) => ({ type: "transcript.text.delta", delta }));
  return [...deltas, { type: "transcript.text.done", text, usage }];
}

function tokenUsage(text: string, seconds: number): object {
  const [audio, output] = [seconds * 10, tokensOf(text)];
  const details = { text_tokens: 0, audio_tokens: audio };
  return {
    type: "tokens",
    input_tokens: audio,
    input_token_details: details,
    output_tokens: output,
    total_tokens: audio + output,
  };
}

function clock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}
