export type UploadedFile = { filename: string; contentType: string; bytes: Buffer };
export type Form = Record<string, string | UploadedFile>;

/**
 * Reads a `multipart/form-data` body. Of several parts with the same name, the last one counts; those whose name ends
 * in `[]` are joined with commas.
 */
export function parseForm(raw: Buffer, contentType: string): Form {
  const boundary = contentType.match(/boundary="?([^";]+)/)?.[1] ?? "";
  const form: Form = {};
  for (const part of raw.toString("latin1").split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf("\r\n\r\n");
    const head = part.slice(0, end);
    const bytes = Buffer.from(part.slice(end + 4, -2), "latin1");
    const name = head.match(/ name="([^"]*)"/)?.[1] ?? "";
    const filename = head.match(/ filename="([^"]*)"/)?.[1];
    const known = form[name];
    if (filename !== undefined) form[name] = { filename, contentType: typeOf(head), bytes };
    else form[name] = name.endsWith("[]") && known ? `${known},${bytes}` : bytes.toString("utf8");
  }
  return form;
}

function typeOf(head: string): string {
  return head.match(/content-type: *([^\r\n]+)/i)?.[1] ?? "application/octet-stream";
}
