const OPEN = "<reasoning>";
const CLOSE = "</reasoning>";

export type TaggedText = { reasoning: string; content: string };

/** Separates the reasoning from a text that arrives in pieces. */
export type ReasoningSplitter = {
  /** Returns what a piece adds to the reasoning and to the content; the start of a tag waits for the next piece. */
  push(piece: string): TaggedText;
  /** Returns what still waits, at the end of the text. */
  end(): TaggedText;
  /** Returns whether the rest of the text is content, in which tags mean nothing. */
  isPast(): boolean;
};

/** Creates a splitter for a text that may start with its reasoning between tags. Only the first tag counts. */
export function splitReasoning(): ReasoningSplitter {
  let phase: "start" | "reasoning" | "space" | "content" = "start";
  let waiting = "";
  const push = (piece: string): TaggedText => {
    const text = waiting + piece;
    waiting = "";
    if (phase === "start") {
      if (text.startsWith(OPEN)) {
        phase = "reasoning";
        return push(text.slice(OPEN.length));
      }
      if (OPEN.startsWith(text)) waiting = text;
      else phase = "content";
    }
    if (phase === "reasoning") return reason(text);
    if (phase !== "space") return { reasoning: "", content: text.slice(waiting.length) };
    const content = text.trimStart();
    if (content !== "") phase = "content";
    return { reasoning: "", content };
  };
  const reason = (text: string): TaggedText => {
    const at = text.indexOf(CLOSE);
    if (at < 0) {
      waiting = text.slice(text.length - startOfTag(text));
      return { reasoning: text.slice(0, text.length - waiting.length), content: "" };
    }
    phase = "space";
    return { reasoning: text.slice(0, at), content: push(text.slice(at + CLOSE.length)).content };
  };
  const end = (): TaggedText => {
    const rest = waiting;
    waiting = "";
    return phase === "reasoning" ? { reasoning: rest, content: "" } : { reasoning: "", content: rest };
  };
  return { push, end, isPast: () => phase === "content" };
}

/** Returns how many characters at the end of a text may be the start of the closing tag. */
function startOfTag(text: string): number {
  for (let length = Math.min(text.length, CLOSE.length - 1); length > 0; length--)
    if (CLOSE.startsWith(text.slice(-length))) return length;
  return 0;
}
