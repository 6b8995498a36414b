import type { Body, Dialect, ResponseText } from "#server/dialects/dialect.ts";

/** One text of an answer as it is kept. `name`: of the tool that is called with it. */
export type TranscriptEntry = { kind: ResponseText["kind"]; text: string; name?: string };

/** What an answer says, put together while it passes. */
export type Transcript = {
  /** Takes an event that goes to the caller. */
  event(data: unknown): void;
  reply(reply: Body): void;
  /** The texts so far; `isCut` when more was said than is remembered. */
  texts(): { all: TranscriptEntry[]; isCut: boolean };
};

/** Keeps what a whole reply says, where that is kept. */
export function noteReply(
  { dialect, isKept }: { dialect: Dialect; isKept: boolean },
  state: { transcript?: Transcript },
  reply: Body,
): void {
  if (!isKept) return;
  state.transcript = createTranscript(dialect);
  state.transcript.reply(reply);
}

/** Keeps what events say that go to the caller, where that is kept. */
export function recordTranscript(
  { transcript }: { transcript?: Transcript },
  events: readonly { data: unknown }[],
): void {
  if (transcript) for (const { data } of events) transcript.event(data);
}

/** More than is ever kept, so that what is masked in it may make it shorter. */
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
    reply(reply) {
      for (const one of responseText.reply(reply)) add(one);
    },
    texts: () => ({
      all: [...channels.values()].filter(({ kind, text }) => text !== "" || kind === "tool_call"),
      isCut,
    }),
  };
}
