/**
 * The faults of one response. Fields combine: a slow stream can also be cut. Counts are in stream events; a whole body
 * stalls, is cut and is malformed in its middle.
 */
export type Fault = {
  /** Responds with this HTTP status and the provider's own error body. */
  status?: number;
  /** `Retry-After` in seconds. */
  retryAfterSeconds?: number;
  /** `Retry-After` as an HTTP date this many seconds ahead. */
  retryAfterDateSeconds?: number;
  /** The `retry-after-ms` header. */
  retryAfterMs?: number;
  /** Waits before the status line. */
  headersDelayMs?: number;
  /** Waits for this before the status line. */
  headersAfter?: Promise<unknown>;
  /** Destroys the socket before any byte of the response. */
  resetBeforeHeaders?: boolean;
  /** Waits before each event. */
  eventDelayMs?: number;
  /** Sends this many events, then nothing more; never ends. */
  stallAfterEvents?: number;
  /** Sends this many events, then destroys the socket. */
  cutAfterEvents?: number;
  /** Sends this many events, then ends the body cleanly, without the format's terminator. */
  endAfterEvents?: number;
  /** Breaks the JSON of the event after this many events, then continues. */
  malformedAfterEvents?: number;
  /** Sends this many events, then the format's error event (0: as the first event of a 200 response). */
  errorAfterEvents?: number;
  emptyBody?: boolean;
  /** An HTML page, with status 200 unless `status` is given. */
  htmlBody?: boolean;
  /** The right body under `text/plain`. */
  wrongContentType?: boolean;
  /** Writes the body in pieces of this many bytes, which splits multi-byte characters and lines. */
  splitBytes?: number;
  /** The response's text has at least this many bytes. */
  replyBytes?: number;
  /** The response's text has this many words, which is also the number of text events. */
  replyWords?: number;
  omitUsage?: boolean;
  /** Responds whole although a stream was requested. */
  ignoresStream?: boolean;
  /** Responds with a stream although a whole response was requested. */
  alwaysStreams?: boolean;
  /** The ends of a stream's lines, in turn, in place of the provider's. */
  lineEnds?: string[];
  /** Starts a stream with a byte order mark. */
  byteOrderMark?: boolean;
  /** Adds an event of a type that no client knows. */
  unknownEvent?: boolean;
  /** Adds a content block (item, part) of a type that no client knows. */
  unknownBlock?: boolean;
  /** A video job ends as failed. */
  jobFails?: boolean;
  /** A batch with this request takes this long. */
  batchMs?: number;
  /** This request of a batch expires. */
  batchExpires?: boolean;
  /** The provider does not accept a batch with this request. */
  batchFails?: boolean;
  /** The provider returns the results of a batch with this request in the batch itself, without keys. */
  batchInline?: boolean;
};

type Reader = (numbers: number[]) => Fault;

const readers: Record<string, Reader> = {
  reset: () => ({ resetBeforeHeaders: true }),
  "slow-headers": ([ms = 1000]) => ({ headersDelayMs: ms }),
  "slow-chunks": ([ms = 50]) => ({ eventDelayMs: ms }),
  stall: ([events = 3]) => ({ stallAfterEvents: events }),
  cut: ([events = 3]) => ({ cutAfterEvents: events }),
  "early-end": ([events = 3]) => ({ endAfterEvents: events }),
  malformed: ([events = 3]) => ({ malformedAfterEvents: events }),
  "error-first": () => ({ errorAfterEvents: 0 }),
  "error-mid": ([events = 3]) => ({ errorAfterEvents: events }),
  empty: () => ({ emptyBody: true }),
  html: () => ({ htmlBody: true }),
  "wrong-type": () => ({ wrongContentType: true }),
  split: ([bytes = 1]) => ({ splitBytes: bytes }),
  huge: ([bytes = 1_000_000]) => ({ replyBytes: bytes }),
  words: ([words = 100]) => ({ replyWords: words }),
  "no-usage": () => ({ omitUsage: true }),
  "no-stream": () => ({ ignoresStream: true }),
  "always-stream": () => ({ alwaysStreams: true }),
  "bare-returns": () => ({ lineEnds: ["\r"] }),
  "unknown-event": () => ({ unknownEvent: true }),
  "unknown-block": () => ({ unknownBlock: true }),
  "job-fails": () => ({ jobFails: true }),
  "batch-slow": ([ms = 1000]) => ({ batchMs: ms }),
  "batch-expires": () => ({ batchExpires: true }),
  "batch-fails": () => ({ batchFails: true }),
  "batch-inline": () => ({ batchInline: true }),
  "retry-after": ([seconds = 1]) => ({ retryAfterSeconds: seconds }),
  "retry-date": ([seconds = 2]) => ({ retryAfterDateSeconds: seconds }),
  "retry-ms": ([ms = 250]) => ({ retryAfterMs: ms }),
};

const MARKER = /\bfault-([a-z]+(?:-[a-z]+)?|\d{3})((?:-\d+)?)/g;

/**
 * Reads every marker in a text: `fault-429`, `fault-cut-5`, `fault-slow-chunks-20`, `fault-retry-after-2`;
 * several combine. Lets a program that only chooses a model, a prompt or a base URL choose a fault.
 * @throws Error on a marker that is not known, so that a misspelled one cannot pass as "no fault".
 */
export function faultIn(text: string): Fault {
  const fault: Fault = {};
  if (!text.includes("fault-")) return fault;
  for (const [, name = "", number = ""] of text.matchAll(MARKER)) Object.assign(fault, readMarker(name, number));
  return fault;
}

function readMarker(name: string, number: string): Fault {
  if (/^\d/.test(name)) return { status: Number(name) };
  const reader = readers[name] ?? readers[name.split("-")[0] ?? ""];
  if (!reader) throw new Error(`no fault is called ${name}`);
  return reader(number === "" ? [] : [Number(number.slice(1))]);
}
