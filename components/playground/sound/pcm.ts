/** Samples per second of the gateway's `pcm`, which has one channel. */
export const PCM_RATE = 24_000;

const SAMPLE_BYTES = 2;
const FULL_SCALE = 32_768;
const HEADER_BYTES = 44;

/** Converts 16-bit little-endian samples to numbers from -1 to 1; drops a trailing half sample. */
export function samplesOf(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const count = Math.floor(pcm.byteLength / SAMPLE_BYTES);
  return Float32Array.from({ length: count }, (_, at) => view.getInt16(at * SAMPLE_BYTES, true) / FULL_SCALE);
}

/** Returns a WAV header for samples of this size: browsers require one. */
export function wavHead(pcmBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string) => bytes.set(new TextEncoder().encode(word), at);
  const long = (at: number, value: number) => view.setUint32(at, value, true);
  const short = (at: number, value: number) => view.setUint16(at, value, true);
  text(0, "RIFF");
  long(4, HEADER_BYTES - 8 + pcmBytes);
  text(8, "WAVEfmt ");
  long(16, 16);
  short(20, 1);
  short(22, 1);
  long(24, PCM_RATE);
  long(28, PCM_RATE * SAMPLE_BYTES);
  short(32, SAMPLE_BYTES);
  short(34, 8 * SAMPLE_BYTES);
  text(36, "data");
  long(40, pcmBytes);
  return bytes;
}
