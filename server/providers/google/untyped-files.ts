/** How a file by its address is written by the vendor's package. No text holds it: its quotes would be escaped. */
const UNTYPED = '"mimeType":"application/octet-stream","fileUri":';

/**
 * A fetch that says nothing of a file's kind where nobody here knows it: Gemini then goes by what the file was stored as,
 * and refuses any other kind. Its package insists on one, the API does not
 * (https://ai.google.dev/api/python/google/generativeai/protos/FileData).
 */
export function untypedFiles(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const { body } = init ?? {};
    if (typeof body !== "string" || !body.includes(UNTYPED)) return send(input, init);
    return send(input, { ...init, body: body.replaceAll(UNTYPED, '"fileUri":') });
  };
}
