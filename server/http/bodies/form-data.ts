import type { Readable } from "node:stream";
import busboy from "busboy";
import { HttpError } from "#server/errors.ts";

/** The file of a form as it arrives. Its bytes must be read to the end. */
export type FilePart = { name: string; filename: string; mediaType: string; bytes: AsyncIterable<Uint8Array> };

type Others = {
  /** The other parts of the form, which are short texts; the last one wins if a name repeats. */
  fields: Record<string, string>;
  /** All parts whose names end in `[]`, by the name without it. */
  lists: Record<string, string[]>;
};

/** `file`: what `take` returned for the file. */
export type Form<T> = Others & { file: T };

/** `files`: what `take` returned for each file, in the order of the form. */
export type FilesForm<T> = Others & { files: T[] };

type Limits<T> = {
  /** Largest size of a file. */
  maxBytes: number;
  /** Counts bytes held in memory; absent if the file is not held. */
  hold?: (sizeBytes: number) => void;
  take(part: FilePart): Promise<T>;
};

export type FormOptions<T> = Limits<T> & {
  /** The name of the file part; default `file`. */
  part?: string;
  /** Returns the value for a missing file; without this, such a form is rejected. */
  without?: () => T;
};

export type FilesOptions<T> = Limits<T> & {
  /** The names of the file parts; each may be repeated. */
  parts: readonly string[];
  maxFiles: number;
  /** Largest size of all files together. */
  maxTotalBytes: number;
};

const LIMITS = { fields: 20, fieldSize: 512 * 1024, fieldNameSize: 100, headerPairs: 20 };
/** Maximum bytes of everything except the files. */
const MOST_OTHER_BYTES = 2 * 1024 * 1024;

/**
 * Reads a multipart form with one file as it arrives; only bytes that `take` has not read yet are in memory. Throws 400
 * for an invalid or truncated form, 413 for a file above `maxBytes`, and any error of `take`; the rest of the body is
 * then discarded.
 */
export async function readForm<T>(headers: Headers, source: Readable, options: FormOptions<T>): Promise<Form<T>> {
  const { part = "file", without, ...limits } = options;
  const one = { ...limits, parts: [part], maxFiles: 1, maxTotalBytes: limits.maxBytes };
  const { files, ...others } = await readFilesForm(headers, source, one);
  if (files.length > 0) return { ...others, file: files[0] as T };
  if (without) return { ...others, file: without() };
  throw new HttpError(400, `The form has no part named ${part}`);
}

/** Reads a multipart form with any number of files in the same way. */
export async function readFilesForm<T>(
  headers: Headers,
  source: Readable,
  options: FilesOptions<T>,
): Promise<FilesForm<T>> {
  const declared = Number(headers.get("content-length") ?? 0);
  if (declared > options.maxTotalBytes + MOST_OTHER_BYTES) throw tooLarge(options);
  const form = openForm(headers, options);
  try {
    return await collect(form, source, options);
  } catch (thrown) {
    source.unpipe(form);
    form.destroy();
    source.on("error", () => undefined).resume();
    throw thrown;
  }
}

function openForm(
  headers: Headers,
  { parts, maxFiles }: Pick<FilesOptions<never>, "parts" | "maxFiles">,
): busboy.Busboy {
  const type = headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new HttpError(400, `The request needs a multipart/form-data body with a part named ${parts[0]}`);
  }
  try {
    const limits = { ...LIMITS, files: maxFiles };
    return busboy({ headers: { "content-type": type }, limits, defParamCharset: "utf8" });
  } catch {
    throw new HttpError(400, "The content-type header has no boundary");
  }
}

type Refuse = (message: string) => void;

function collect<T>(form: busboy.Busboy, source: Readable, options: FilesOptions<T>): Promise<FilesForm<T>> {
  return new Promise((done, fail) => {
    const refuse: Refuse = (message) => fail(new HttpError(400, message));
    const { fields, lists } = fieldsOf(form, options.parts, refuse);
    const files: Promise<T>[] = [];
    const bound = boundFor(options);
    form.on("file", (name, bytes, { filename, mimeType }) => {
      bytes.on("error", () => undefined);
      if (!options.parts.includes(name)) return refuse(`The part named ${name.slice(0, 100)} must not be a file`);
      const part = { name, filename: filename ?? "", mediaType: mimeType ?? "", bytes: bound(bytes) };
      const file = options.take(part);
      file.catch(fail);
      files.push(file);
    });
    form.once("close", () => {
      Promise.all(files).then((taken) => done({ files: taken, fields, lists }), fail);
    });
    rejectBroken(form, source, options.maxFiles, refuse);
    source.on("error", (error) =>
      fail(error instanceof HttpError ? error : new HttpError(400, "The upload was cut off")),
    );
    source.pipe(form);
  });
}

function fieldsOf(form: busboy.Busboy, parts: readonly string[], refuse: Refuse): Others {
  const fields: Record<string, string> = Object.create(null);
  const lists: Record<string, string[]> = Object.create(null);
  form.on("field", (name, value, { valueTruncated }) => {
    if (parts.includes(name)) refuse(`The part named ${name} needs a filename`);
    if (valueTruncated) refuse(`The part named ${name} is too long`);
    if (!name.endsWith("[]")) fields[name] = value;
    else lists[name.slice(0, -2)] = [...(lists[name.slice(0, -2)] ?? []), value];
  });
  return { fields, lists };
}

function rejectBroken(form: busboy.Busboy, source: Readable, maxFiles: number, refuse: Refuse): void {
  const most = maxFiles === 1 ? "Only one file is accepted" : `At most ${maxFiles} files are accepted`;
  form.on("filesLimit", () => refuse(most));
  for (const limit of ["fieldsLimit", "partsLimit"] as const) {
    form.on(limit, () => refuse("The form has too many parts"));
  }
  // A malformed form emits the error more than once; without a listener the second one would end the process.
  form.on("error", () => refuse("The form is malformed or cut off"));
  source.once("close", () => source.readableEnded || refuse("The upload was cut off"));
}

/** Returns a function that bounds the bytes of a file, and those of all files that it was called with. */
function boundFor(options: FilesOptions<unknown>) {
  let totalBytes = 0;
  return async function* bounded(bytes: Readable): AsyncGenerator<Uint8Array> {
    let sizeBytes = 0;
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      sizeBytes += chunk.byteLength;
      totalBytes += chunk.byteLength;
      if (sizeBytes > options.maxBytes || totalBytes > options.maxTotalBytes) throw tooLarge(options);
      options.hold?.(chunk.byteLength);
      yield chunk;
    }
  };
}

type Sizes = Pick<FilesOptions<never>, "maxFiles" | "maxBytes" | "maxTotalBytes">;

function tooLarge({ maxFiles, maxBytes, maxTotalBytes }: Sizes): HttpError {
  const most = `a file has at most ${maxBytes} bytes`;
  const all = maxFiles === 1 ? "" : `, and all files together at most ${maxTotalBytes}`;
  return new HttpError(413, `Request payload too large: ${most}${all}`);
}
