import { hash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import encoders from "h264-mp4-encoder";
import { drawable } from "./animatic-font.ts";
import { drawFrame, lettersAcross, type Scene } from "./animatic-frame.ts";

export type Animatic = { prompt: string; seed: number; seconds: number; width: number; height: number };

const FRAMES_A_SECOND = 12;
const MOST_LINES = 3;
const LABEL = "ANIMATIC, DRAWN IN THE GATEWAY: NOT A GENERATIVE MODEL";

// A separate worker, because drawing and encoding take about a second of one core.
const animatic = workerData as Animatic;
const encoder = await encoders.createH264MP4Encoder();
Object.assign(encoder, {
  width: animatic.width,
  height: animatic.height,
  frameRate: FRAMES_A_SECOND,
  quantizationParameter: 30,
  speed: 8,
});
encoder.initialize();
const scene = sceneOf(animatic);
const frames = animatic.seconds * FRAMES_A_SECOND;
for (let frame = 0; frame < frames; frame++) encoder.addFrameRgba(drawFrame(scene, frame / frames));
encoder.finalize();
parentPort?.postMessage(encoder.FS.readFile(encoder.outputFilename));
encoder.delete();

/** Returns the scene, which is the same for the same prompt, seed and size. */
function sceneOf({ prompt, seed, width, height }: Animatic): Scene {
  const digest = Buffer.from(hash("sha256", `${seed} ${prompt}`, "hex"), "hex");
  const part = (index: number) => (digest[index % digest.length] as number) / 255;
  const discs = Array.from({ length: 5 }, (_, index) => ({
    x: 0.15 + 0.7 * part(index * 5 + 1),
    y: 0.35 + 0.4 * part(index * 5 + 2),
    radius: 0.06 + 0.1 * part(index * 5 + 3),
    speed: 1 + Math.round(2 * part(index * 5 + 4)),
    phase: part(index * 5 + 5),
    hue: (part(0) + 0.3 + 0.4 * part(index * 5 + 6)) % 1,
  }));
  const lines = linesOf(drawable(prompt.slice(0, 400)), lettersAcross(width, height));
  return { width, height, hue: part(0), discs, lines, label: LABEL };
}

function linesOf(text: string, longest: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= longest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, longest));
  }
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${(lines[MOST_LINES - 1] as string).slice(0, longest - 3)}...`];
}
