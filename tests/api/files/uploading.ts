import type { ApiResult, TestGateway } from "#tests/support/servers/gateway.ts";

type UploadOptions = { key: string; query?: string; headers?: Record<string, string> };

/** A form with a file in the part `file`, or `part`, and other fields after it. */
export function formWith(
  filename: string | undefined,
  content: Buffer | undefined,
  fields: Record<string, string> = {},
  part = "file",
): FormData {
  const form = new FormData();
  if (content) form.append(part, new Blob([new Uint8Array(content)]), filename);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Uploads a form. */
export async function upload(
  { url }: Pick<TestGateway, "url">,
  form: FormData,
  { key, query = "", headers = {} }: UploadOptions,
): Promise<ApiResult> {
  const response = await fetch(`${url}/api/v1/files${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
