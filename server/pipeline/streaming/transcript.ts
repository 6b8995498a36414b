import type { Body, Dialect, ResponseText } from "#server/dialects/dialect.ts";

/** One text of a response as it is stored. `name`: the tool that is called with it. */
export type TranscriptEntry = { kind: ResponseText["kind"]; text: string; name?: string };

/** Collects the texts of a response as it streams. */
export type Transcript = {
  /** Adds an event that is sent to the caller. */
  event(data: unknown): void;
  reply(response: Body): void;
  /** Returns the texts so far. `isCut`: the response was longer than the transcript keeps. */
  texts(): { all: TranscriptEntry[]; isCut: boolean };
};

/** Adds a whole response to the transcript, if its content is stored. */
export function noteResponse(
  { dialect, storesContent }: { dialect: Dialect; storesContent: boolean },
  state: { transcript?: Transcript },
  response: Body,
): void {
  if (!storesContent) return;
  state.transcript = createTranscript(dialect);
  state.transcript.reply(response);
}

/** Adds events that are sent to the caller to the transcript, if its content is stored. */
export function recordTranscript(
  { transcript }: { transcript?: Transcript },
  events: readonly { data: unknown }[],
): void {
  if (transcript) for (const { data } of events) transcript.event(data);
}

/** More than is ever stored, since masking may shorten the text. */
const LONGEST_TEXT = 1_000_000;

export function createTranscript({ responseText }: Dialect): Transcript {
  const channels = new Map<string, TranscriptEntry>();
  let length = 0;
  let isCut = false;

  function add({ channel, kind, text, name }: ResponseText): void {
    const left = LONGEST_TEXT - length;
    if (text.length > left) isCut = true;
    const piece = text.slice(0, Math.max(0, left));
    length += piece.length;
    const known = channels.get(channel);
    if (!known) channels.set(channel, { kind, text: piece, ...(name && { name }) });
    else {
      known.text += piece;
      if (name) known.name ??= name;
    }
  }

  return {
    event(data) {
      if (typeof data === "object" && data !== null) for (const one of responseText.event(data as Body)) add(one);
    },
    reply(response) {
      for (const one of responseText.reply(response)) add(one);
    },
    texts: () => ({
      all: [...channels.values()].filter(({ kind, text }) => text !== "" || kind === "tool_call"),
      isCut,
    }),
  };
}
