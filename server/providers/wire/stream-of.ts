/** Returns the parts of a generator as a stream. Cancelling the stream ends the generator. */
export function streamOf<Part>(parts: AsyncGenerator<Part, void, void>): ReadableStream<Part> {
  return new ReadableStream({
    async pull(controller) {
      const next = await parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await parts.return();
    },
  });
}
