import type { Readable } from "node:stream";
import busboy from "busboy";
import { HttpError } from "#server/errors.ts";

/** The file of a form as it arrives. Its bytes must be read to the end. */
export type FilePart = { filename: string; mediaType: string; bytes: AsyncIterable<Uint8Array> };

export type Form<T> = {
  /** What `take` returned for the file. */
  file: T;
  /** The other parts of the form, which are short texts; the last one wins if a name repeats. */
  fields: Record<string, string>;
  /** All parts whose names end in `[]`, by the name without it. */
  lists: Record<string, string[]>;
};

export type FormOptions<T> = {
  /** The name of the file part; default `file`. */
  part?: string;
  /** Returns the value for a missing file; without this, such a form is rejected. */
  without?: () => T;
  /** Largest size of the file. */
  maxBytes: number;
  /** Counts bytes held in memory; absent if the file is not held. */
  hold?: (sizeBytes: number) => void;
  take(part: FilePart): Promise<T>;
};

const LIMITS = { files: 1, fields: 20, fieldSize: 512 * 1024, fieldNameSize: 100, headerPairs: 20 };
/** Maximum bytes of everything except the file. */
const MOST_OTHER_BYTES = 2 * 1024 * 1024;

/**
 * Reads a multipart form with one file as it arrives; only bytes that `take` has not read yet are in memory. Throws 400
 * for an invalid or truncated form, 413 for a file above `maxBytes`, and any error of `take`; the rest of the body is
 * then discarded.
 */
export async function readForm<T>(headers: Headers, source: Readable, options: FormOptions<T>): Promise<Form<T>> {
  const declared = Number(headers.get("content-length") ?? 0);
  if (declared > options.maxBytes + MOST_OTHER_BYTES) throw tooLarge(options.maxBytes);
  const form = openForm(headers, options.part);
  try {
    return await collect(form, source, options);
  } catch (thrown) {
    source.unpipe(form);
    form.destroy();
    source.on("error", () => undefined).resume();
    throw thrown;
  }
}

function openForm(headers: Headers, part = "file"): busboy.Busboy {
  const type = headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new HttpError(400, `The request needs a multipart/form-data body with a part named ${part}`);
  }
  try {
    return busboy({ headers: { "content-type": type }, limits: LIMITS, defParamCharset: "utf8" });
  } catch {
    throw new HttpError(400, "The content-type header has no boundary");
  }
}

type Refuse = (message: string) => void;

function collect<T>(
  form: busboy.Busboy,
  source: Readable,
  { part = "file", without, maxBytes, hold, take }: FormOptions<T>,
): Promise<Form<T>> {
  return new Promise((done, fail) => {
    const refuse: Refuse = (message) => fail(new HttpError(400, message));
    const { fields, lists } = fieldsOf(form, part, refuse);
    let file: Promise<T> | undefined;
    form.on("file", (name, bytes, { filename, mimeType }) => {
      bytes.on("error", () => undefined);
      if (name !== part) return refuse(`The part named ${name.slice(0, 100)} must not be a file`);
      file = take({ filename: filename ?? "", mediaType: mimeType ?? "", bytes: bounded(bytes, maxBytes, hold) });
      file.catch(fail);
    });
    form.once("close", () => {
      if (file) file.then((taken) => done({ file: taken, fields, lists }), fail);
      else if (without) done({ file: without(), fields, lists });
      else refuse(`The form has no part named ${part}`);
    });
    rejectBroken(form, source, refuse);
    source.on("error", (error) =>
      fail(error instanceof HttpError ? error : new HttpError(400, "The upload was cut off")),
    );
    source.pipe(form);
  });
}

function fieldsOf(form: busboy.Busboy, part: string, refuse: Refuse): Pick<Form<never>, "fields" | "lists"> {
  const fields: Record<string, string> = Object.create(null);
  const lists: Record<string, string[]> = Object.create(null);
  form.on("field", (name, value, { valueTruncated }) => {
    if (name === part) refuse(`The part named ${part} needs a filename`);
    if (valueTruncated) refuse(`The part named ${name} is too long`);
    if (!name.endsWith("[]")) fields[name] = value;
    else lists[name.slice(0, -2)] = [...(lists[name.slice(0, -2)] ?? []), value];
  });
  return { fields, lists };
}

function rejectBroken(form: busboy.Busboy, source: Readable, refuse: Refuse): void {
  form.on("filesLimit", () => refuse("Only one file is accepted"));
  for (const limit of ["fieldsLimit", "partsLimit"] as const) {
    form.on(limit, () => refuse("The form has too many parts"));
  }
  // A malformed form emits the error more than once; without a listener the second one would end the process.
  form.on("error", () => refuse("The form is malformed or cut off"));
  source.once("close", () => source.readableEnded || refuse("The upload was cut off"));
}

async function* bounded(
  bytes: Readable,
  maxBytes: number,
  hold: FormOptions<never>["hold"],
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    hold?.(chunk.byteLength);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, `Request payload too large: a file has at most ${maxBytes} bytes`);
}
