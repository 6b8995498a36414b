/** The SDK package's JSON for a file given by URL. No text contains this, since its quotes would be escaped. */
const UNTYPED = '"mimeType":"application/octet-stream","fileUri":';

/**
 * Returns a fetch that removes the media type of files whose type is unknown: Gemini then uses the type that the file
 * was stored with, and rejects any other. The package requires a type, the API does not
 * (https://ai.google.dev/api/python/google/generativeai/protos/FileData).
 */
export function untypedFiles(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const { body } = init ?? {};
    if (typeof body !== "string" || !body.includes(UNTYPED)) return send(input, init);
    return send(input, { ...init, body: body.replaceAll(UNTYPED, '"fileUri":') });
  };
}
