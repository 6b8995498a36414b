/** Returns a WAV file of 16-bit samples in one channel. `rate`: samples per second. */
export function wavOf(pcm: Buffer, rate = 24_000): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(pcm.length, 40);
  return Buffer.concat([header, pcm]);
}

/** Returns this many seconds of a 440 Hz tone, in 16-bit samples. */
export function toneOf(seconds: number, rate = 24_000): Buffer {
  const length = Math.round(seconds * rate);
  const tone = Int16Array.from({ length }, (_, at) => 8000 * Math.sin((2 * Math.PI * 440 * at) / rate));
  return Buffer.from(tone.buffer);
}
