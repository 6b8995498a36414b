/** Encodes a vector as the caller requested: as numbers, or as little-endian 32-bit floats in base64. */
export function inEncoding(vector: number[] | string, encoding: "float" | "base64"): number[] | string {
  if (typeof vector === "string") return encoding === "base64" ? vector : floatsOf(vector);
  return encoding === "float" ? vector : base64Of(vector);
}

const FLOAT_BYTES = 4;

function floatsOf(base64: string): number[] {
  const bytes = Buffer.from(base64, "base64");
  return Array.from({ length: Math.floor(bytes.length / FLOAT_BYTES) }, (_, at) => bytes.readFloatLE(at * FLOAT_BYTES));
}

function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * FLOAT_BYTES);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * FLOAT_BYTES);
  return bytes.toString("base64");
}
