import { MAX_AUDIO_BYTES } from "#lib/contract/transcriptions.ts";

const TYPES = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];
const EXTENSIONS: Record<string, string> = { "audio/webm": "webm", "audio/mp4": "m4a", "audio/ogg": "ogg" };
const SLICE_MS = 1000;
/** A recording ends by itself before it is too large to send. */
const MOST_BYTES = MAX_AUDIO_BYTES - 1_000_000;

/** A recording that runs until `stop`; `file` resolves when it has ended. */
export type Recording = { stream: MediaStream; file: Promise<File>; stop: () => void };

/**
 * Requests the microphone and starts recording. Throws the browser's exception if there is none or it is not allowed.
 */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
  const pieces: Blob[] = [];
  const { promise, resolve } = Promise.withResolvers<File>();
  const stop = () => recorder.state !== "inactive" && recorder.stop();
  recorder.ondataavailable = ({ data }) => {
    pieces.push(data);
    if (pieces.reduce((sum, piece) => sum + piece.size, 0) > MOST_BYTES) stop();
  };
  recorder.onstop = () => {
    for (const track of stream.getTracks()) track.stop();
    resolve(recordingOf(pieces, recorder.mimeType));
  };
  recorder.start(SLICE_MS);
  return { stream, file: promise, stop };
}

function recordingOf(pieces: Blob[], mimeType: string): File {
  const type = mimeType.split(";")[0] || "audio/webm";
  return new File(pieces, `recording.${EXTENSIONS[type] ?? "webm"}`, { type });
}
