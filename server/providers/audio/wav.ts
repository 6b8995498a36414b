/** The fields of a WAV header. */
export type WavHeader = {
  sampleRate: number;
  channels: number;
  bitsPerSample: number;
  /** The offset of the samples. */
  dataAt: number;
  /** Undefined if the file was streamed, because its header then has no size. */
  dataBytes: number | undefined;
};

const UNKNOWN_SIZE = 0xffff_ff00;

/** Reads a WAV header; returns undefined if it is missing or incomplete. */
export function readWav(head: Uint8Array): WavHeader | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE")
    return undefined;
  let format: Pick<WavHeader, "sampleRate" | "channels" | "bitsPerSample"> | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const sizeBytes = bytes.readUInt32LE(at + 4);
    if (name === "fmt " && at + 24 <= bytes.length) {
      format = {
        channels: bytes.readUInt16LE(at + 10),
        sampleRate: bytes.readUInt32LE(at + 12),
        bitsPerSample: bytes.readUInt16LE(at + 22),
      };
    }
    if (name === "data" && format) {
      return { ...format, dataAt: at + 8, dataBytes: sizeBytes >= UNKNOWN_SIZE ? undefined : sizeBytes };
    }
    at += 8 + sizeBytes + (sizeBytes % 2);
  }
  return undefined;
}

/** Returns the duration of a WAV file of this size. A length in the header beyond the file's size is ignored. */
export function wavSeconds(header: WavHeader, fileBytes: number): number | undefined {
  const { sampleRate, channels, bitsPerSample, dataAt, dataBytes } = header;
  const bytesPerSecond = (sampleRate * channels * bitsPerSample) / 8;
  if (bytesPerSecond === 0) return undefined;
  const availableBytes = Math.max(0, fileBytes - dataAt);
  return Math.min(dataBytes ?? availableBytes, availableBytes) / bytesPerSecond;
}

/** Returns the header of a mono file with 16-bit samples. */
export function wavHeader(sampleRate: number, dataBytes: number): Uint8Array {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
