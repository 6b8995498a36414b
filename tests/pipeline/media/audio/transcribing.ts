import type { ApiResult, TestGateway } from "#tests/support/servers/gateway.ts";

type Options = { key?: string; headers?: Record<string, string>; filename?: string };

/** Sends a sound file for its transcript as JSON. */
export function transcribe(
  gateway: TestGateway,
  sound: Uint8Array,
  body: object = {},
  options: Options = {},
): Promise<ApiResult> {
  const input_audio = { data: Buffer.from(sound).toString("base64"), format: "wav" };
  return gateway.call("POST", "/audio/transcriptions", { model: "openai/whisper-1", input_audio, ...body }, options);
}

/** The same as a form; an array is sent as parts of one name. */
export async function transcribeForm(
  gateway: TestGateway,
  sound: Uint8Array | undefined,
  fields: Record<string, string | string[]> = {},
  { key = gateway.managementKey, headers, filename = "talk.wav" }: Options = {},
): Promise<ApiResult> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ model: "openai/whisper-1", ...fields })) {
    for (const item of [value].flat()) form.append(name, item);
  }
  if (sound) form.append("file", new Blob([sound as BlobPart]), filename);
  const response = await fetch(`${gateway.url}/api/v1/audio/transcriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
