const FLOAT_BYTES = 4;

/** Decodes a vector from numbers or from little-endian 32-bit floats in base64. */
export function numbersOf(embedding: readonly number[] | string): readonly number[] {
  if (typeof embedding !== "string") return embedding;
  const bytes = Uint8Array.from(atob(embedding), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const length = Math.floor(bytes.length / FLOAT_BYTES);
  return Array.from({ length }, (_, at) => view.getFloat32(at * FLOAT_BYTES, true));
}

/** Returns the Euclidean norm of a vector. */
export function normOf(vector: readonly number[]): number {
  return Math.sqrt(dot(vector, vector));
}

/** Returns the cosine of two vectors: 1 for the same direction, 0 for unrelated; null if one is zero. */
export function cosineOf(one: readonly number[], other: readonly number[]): number | null {
  const lengths = normOf(one) * normOf(other);
  return lengths === 0 ? null : dot(one, other) / lengths;
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
