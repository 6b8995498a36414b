/** Yields parts that were read ahead, then the rest of their stream. */
export async function* prepend<Part>(
  readAhead: readonly Part[],
  rest: AsyncIterable<Part>,
): AsyncGenerator<Part, void, void> {
  yield* readAhead;
  yield* rest;
}
