import { isDot, LETTER_HEIGHT, LETTER_WIDTH } from "./animatic-font.ts";

/** The content of an animatic: moving discs on a sky, the prompt in lines, and a label. */
export type Scene = { width: number; height: number; hue: number; discs: Disc[]; lines: string[]; label: string };
type Disc = { x: number; y: number; radius: number; speed: number; phase: number; hue: number };
type Color = readonly [number, number, number];

const WHITE: Color = [245, 245, 245];

/** Returns one frame of a scene as RGBA bytes; `at` runs from 0 at its start to 1 at its end. */
export function drawFrame(scene: Scene, at: number): Uint8Array {
  const pixels = new Uint8Array(scene.width * scene.height * 4);
  drawSky(scene, pixels);
  for (const disc of scene.discs) drawDisc(scene, pixels, disc, at);
  const scale = Math.max(1, Math.round(Math.min(scene.width, scene.height) / 180));
  const top = Math.round(scene.height * 0.12);
  for (const [index, line] of scene.lines.entries())
    drawText(scene, pixels, line, top + index * (LETTER_HEIGHT + 4) * scale * 2, scale * 2);
  drawText(scene, pixels, scene.label, scene.height - (LETTER_HEIGHT + 6) * scale, scale);
  return pixels;
}

/** Returns the number of letters that fit in a line. */
export function lettersAcross(width: number, height: number): number {
  const scale = Math.max(1, Math.round(Math.min(width, height) / 180)) * 2;
  return Math.max(4, Math.floor((width * 0.9) / ((LETTER_WIDTH + 1) * scale)));
}

function drawSky({ width, height, hue }: Scene, pixels: Uint8Array): void {
  for (let y = 0; y < height; y++) {
    const [red, green, blue] = colorOf(hue, 0.45, 0.16 + (0.24 * y) / height);
    for (let x = 0; x < width; x++) pixels.set([red, green, blue, 255], (y * width + x) * 4);
  }
}

function drawDisc({ width, height }: Scene, pixels: Uint8Array, disc: Disc, at: number): void {
  const turn = 2 * Math.PI * (at * disc.speed + disc.phase);
  const centerX = (disc.x + 0.18 * Math.cos(turn)) * width;
  const centerY = (disc.y + 0.14 * Math.sin(turn)) * height;
  const radius = disc.radius * Math.min(width, height);
  const color = colorOf(disc.hue, 0.6, 0.55);
  for (let y = Math.max(0, Math.ceil(centerY - radius)); y < Math.min(height, centerY + radius); y++) {
    const half = Math.sqrt(Math.max(0, radius * radius - (y - centerY) ** 2));
    for (let x = Math.max(0, Math.ceil(centerX - half)); x < Math.min(width, centerX + half); x++)
      pixels.set(color, (y * width + x) * 4);
  }
}

function drawText({ width, height }: Scene, pixels: Uint8Array, text: string, top: number, count: number): void {
  const across = text.length * (LETTER_WIDTH + 1);
  const scale = Math.max(1, Math.min(count, Math.floor(width / across)));
  const left = Math.round((width - across * scale) / 2);
  for (const [index, letter] of Array.from(text).entries()) {
    for (let dot = 0; dot < LETTER_WIDTH * LETTER_HEIGHT; dot++) {
      const column = dot % LETTER_WIDTH;
      const row = Math.floor(dot / LETTER_WIDTH);
      if (!isDot(letter, column, row)) continue;
      const x = left + (index * (LETTER_WIDTH + 1) + column) * scale;
      fill(pixels, { width, height }, x, top + row * scale, scale);
    }
  }
}

function fill(pixels: Uint8Array, size: { width: number; height: number }, x: number, y: number, side: number): void {
  for (let row = Math.max(0, y); row < Math.min(size.height, y + side); row++)
    for (let column = Math.max(0, x); column < Math.min(size.width, x + side); column++)
      pixels.set(WHITE, (row * size.width + column) * 4);
}

/** Returns a color; hue in turns, saturation and lightness from 0 to 1. */
function colorOf(hue: number, saturation: number, lightness: number): Color {
  const amount = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + hue * 12) % 12;
    return Math.round(255 * (lightness - amount * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
