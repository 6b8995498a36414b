import { describe, expect, test } from "vitest";
import { samplesOf, wavHead } from "#components/playground/sound/pcm.ts";
import { describePeaks, peaksOf, timeInSound } from "#components/playground/sound/peaks.ts";
import { isPcm, playableOf } from "#components/playground/sound/playable.ts";
import { readWav, wavSeconds } from "#server/providers/audio/wav.ts";

const SECOND_BYTES = 48_000;

describe("samples without a header", () => {
  test("are read as little-endian values from -1 to 1", () => {
    const bytes = Uint8Array.from([0x00, 0x00, 0xff, 0x7f, 0x00, 0x80, 0x00, 0x40]);
    expect([...samplesOf(bytes)]).toEqual([0, expect.closeTo(1, 4), -1, 0.5]);
  });

  test("are read from an offset in a larger buffer, without a trailing half sample", () => {
    const bytes = Uint8Array.from([9, 0x00, 0x40, 0x00, 0xc0, 7]).subarray(1);
    expect([...samplesOf(bytes)]).toEqual([0.5, -0.5]);
  });

  test("become a WAV file of the same length that the gateway can read", async () => {
    const pcm = new File([new Uint8Array(SECOND_BYTES * 2)], "Speech.PCM", { type: "audio/pcm" });
    const wav = playableOf(pcm);
    expect([wav.name, wav.type, wav.size]).toEqual(["Speech.wav", "audio/wav", SECOND_BYTES * 2 + 44]);
    const header = readWav(new Uint8Array(await wav.arrayBuffer()));
    expect(header).toMatchObject({ sampleRate: 24_000, channels: 1, bitsPerSample: 16, dataAt: 44 });
    expect(header && wavSeconds(header, wav.size)).toBe(2);
    expect(wavHead(0)).toHaveLength(44);
  });

  test("are recognized by file name, and other files are unchanged", () => {
    const mp3 = new File([], "speech.pcm.mp3");
    expect(isPcm(mp3)).toBe(false);
    expect(playableOf(mp3)).toBe(mp3);
  });
});

describe("the peaks of a sound", () => {
  test("are the loudest sample of each part, of either sign", () => {
    const samples = Float32Array.from([0, 0.25, -0.5, 0, 0, 0.125, -2, 0]);
    expect([...peaksOf(samples, 4)]).toEqual([0.25, 0.5, 0.125, 1]);
  });

  test("cover every sample, even if they do not divide evenly, or there are too few", () => {
    const samples = new Float32Array(1000);
    samples[999] = 0.75;
    expect(peaksOf(samples, 7)[6]).toBe(0.75);
    expect([...peaksOf(Float32Array.from([0.5]), 3)]).toEqual([0.5, 0, 0]);
    expect(peaksOf(new Float32Array(0), 3)).toEqual(new Float32Array(3));
    expect(peaksOf(samples, 0)).toHaveLength(0);
  });

  test("are described in words", () => {
    const peaks = Float32Array.from([0, 0.1, 0.5, 0.25, 0]);
    expect(describePeaks(peaks, 10)).toBe("Waveform of 10.0 seconds: sound from 2.0 to 8.0 s, loudest at 4.0 s");
    expect(describePeaks(new Float32Array(5), 1)).toBe("Waveform of 1.0 seconds: silence");
    expect(describePeaks(new Float32Array(0), 0)).toBe("Waveform of 0.0 seconds: silence");
  });
});

test.each([
  [0, "0:00.0"],
  [3.24, "0:03.2"],
  [59.96, "1:00.0"],
  [754.05, "12:34.1"],
  [-1, "0:00.0"],
])("%d seconds are shown as %s", (seconds, shown) => {
  expect(timeInSound(seconds)).toBe(shown);
});
