import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { uploadFile } from "#lib/contract/files.ts";
import { ApiError, readError } from "./api-error.ts";
import { urlOf } from "./client.ts";

type UploadOptions = {
  /** Slug or UUID of the workspace that receives the file. */
  workspace: string;
  /** Called as bytes are sent; the last ones may still be on their way. */
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads one file and reports progress, which `fetch` cannot. Throws ApiError unless it was stored, and the signal's
 * reason if it was aborted.
 */
export function upload(file: File, options: UploadOptions): Promise<ResponseOf<typeof uploadFile>> {
  const { workspace, onProgress, signal } = options;
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.set("file", file);
  return new Promise((resolve, reject) => {
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size));
    request.onload = () =>
      isSuccess(request) ? resolve(JSON.parse(request.responseText)) : void errorOf(request).then(reject);
    request.onerror = () => reject(new ApiError(0, "The connection was lost before the file was stored."));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", stop);
    request.open("POST", urlOf(uploadFile, {}));
    request.setRequestHeader("x-switchboard-workspace", workspace);
    request.send(form);
  });
}

function isSuccess({ status }: XMLHttpRequest): boolean {
  return status >= 200 && status < 300;
}

function errorOf(request: XMLHttpRequest): Promise<ApiError> {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const { status, statusText } = request;
  return readError(new Response(request.responseText, { status, statusText, headers }));
}
