import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Color = readonly [number, number, number];
type Matrix = readonly [Color, Color, Color];

/** Color blindness in linear RGB, at full severity: Machado, Oliveira and Fernandes 2009. */
const EYES: Record<string, Matrix> = {
  "of most people": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "without red (protanopia)": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "without green (deuteranopia)": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "without blue (tritanopia)": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const [light, dark] = themesOf(readFileSync("app/tokens.css", "utf8"));

/** In OKLab, where 0.02 is barely visible; thin bars and separate lines need several times that. */
const LEAST_DISTANCE = 0.075;

describe.each([
  ["light", light],
  ["dark", dark],
])("the colors of series in %s", (_, { series, outcomes, surface }) => {
  test.each(Object.entries(EYES))("can be told apart by viewers %s", (_eyes, matrix) => {
    const seen = series.map((color) => labOf(times(matrix, linearOf(color))));
    const close = seen.flatMap((one, index) =>
      seen.slice(index + 1).flatMap((other, step) => {
        const between = distance(one, other);
        return between < LEAST_DISTANCE ? [`${index + 1} and ${index + step + 2}: ${between.toFixed(3)}`] : [];
      }),
    );
    expect(close).toEqual([]);
  });

  test("are not those of outcomes, which differ from each other", () => {
    const all = [...series, ...outcomes].map((color) => labOf(linearOf(color)));
    const distances = all
      .slice(series.length)
      .flatMap((one, index) => all.slice(0, series.length + index).map((other) => distance(one, other)));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(LEAST_DISTANCE);
  });

  test("have a contrast of 3 to 1 with their background", () => {
    const ratios = series.map((color) => contrast(linearOf(color), linearOf(surface)));
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3);
  });
});

/** The eight series and Other of each theme, and the surface with which they have the least contrast. */
function themesOf(css: string) {
  const colors = (name: string) => [...css.matchAll(new RegExp(`--${name}: oklch\\(([\\d. ]+)\\)`, "g"))].map(numbers);
  const series = [...colors("series-\\d"), ...colors("series-other")];
  expect(series).toHaveLength(18);
  const [warn, bad, limit, rejected, cut] = ["warn", "bad", "limit", "status-rejected", "status-cut"].map(colors);
  const outcomesOf = (theme: number) =>
    [warn, bad, limit, rejected, cut].flatMap((color) => color?.slice(theme, theme + 1) ?? []);
  const [canvas] = colors("canvas");
  const [, raised] = colors("raised");
  if (!(canvas && raised)) throw new Error("the surfaces are not found");
  const [lightOther, darkOther] = series.slice(16) as [Color, Color];
  return [
    { series: [...series.slice(0, 8), lightOther], outcomes: outcomesOf(0), surface: canvas },
    { series: [...series.slice(8, 16), darkOther], outcomes: outcomesOf(1), surface: raised },
  ] as const;
}

function distance(one: Color, other: Color): number {
  return Math.hypot(...one.map((part, axis) => part - (other[axis] ?? 0)));
}

function numbers([, text = ""]: RegExpMatchArray): Color {
  return text.split(" ").map(Number) as unknown as Color;
}

function linearOf([lightness, chroma, hue]: Color): Color {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const cones: Color = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  return times(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    cones,
  );
}

function labOf(linear: Color): Color {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear,
  ).map(Math.cbrt) as unknown as Color;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

function times(matrix: Matrix, [x, y, z]: Color): Color {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Color;
}

function contrast(one: Color, other: Color): number {
  const luminance = ([r, g, b]: Color) => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  const ratio = luminance(one) / luminance(other);
  return Math.max(ratio, 1 / ratio);
}
