/**
 * Returns a fetch whose response bodies fail after `maxBytes`. A server that a caller names could otherwise fill the
 * memory of the process.
 */
export function boundedFetch(send: typeof fetch, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.body) return response;
    let sizeBytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          sizeBytes += chunk.byteLength;
          if (sizeBytes > maxBytes) controller.error(new Error(`the response has more than ${maxBytes} bytes`));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, { status: response.status, headers: response.headers });
  };
}
