import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";

export type Body = Record<string, unknown>;

/** One event of a dialect's stream. `event` is the SSE event name (messages only); `data` is JSON, or the text `[DONE]`. */
export type DialectEvent = { event?: string; data: unknown };

/** `notes` names what the neutral request could not carry or changed, e.g. `top_k: dropped`. */
export type Decoded = { options: LanguageModelV4CallOptions; notes: string[] };

export type EncodeContext = {
  /** Id of the reply, e.g. the generation id. */
  id: string;
  /** The model's name as the caller asked for it. */
  model: string;
  /** The name of who serves the call. */
  provider?: string;
  /** Unix seconds. */
  createdAt: number;
  /** The caller's body, for the fields a reply repeats. */
  request: Body;
  /** Cost in USD of a usage, for the dialects that report it. */
  cost?(usage: LanguageModelV4Usage): number | undefined;
  /** The caller's own provider key pays: the cost is the provider's to charge, and nothing here. */
  isByok?: boolean;
  /** Is told the kind of what an answer holds and the dialect has no place for, e.g. `image/png`. */
  dropped?(kind: string): void;
  /** Fields to add to the last event, e.g. `{ service_metadata: {...} }`. */
  trailer?(): Body | undefined;
};

export type TerminalError = { status: number; message: string; metadata?: Body };

/** Renders neutral parts as a dialect's events; one per reply, stateful. */
export type Encoder = {
  encode(part: LanguageModelV4StreamPart): DialectEvent[];
  /**
   * Returns the terminal error events of the dialect for a failure after the first content, once. It speaks after the
   * end too: a guardrail may have withheld that end from the caller.
   */
  fail(error: TerminalError): DialectEvent[];
};

/** What a native upstream's event or reply says, for metering; nothing is rewritten. */
export type Observation = {
  id?: string;
  model?: string;
  /** The event carries content that the caller may see (text, reasoning or tool arguments). */
  content?: boolean;
  /** Delivered text, reasoning and tool arguments of this event, for an estimate when usage never comes. */
  text?: string;
  /** The usage block as the upstream gave it; later blocks are merged over earlier ones, null fields ignored. */
  usage?: Record<string, unknown>;
  /** Finished output items: one, or with the end all of the answer. Some are billed apart from `usage`. */
  items?: readonly Body[];
  /** The service tier the upstream says it used. */
  serviceTier?: string;
  /** The dialect's own word for why the reply ended. */
  finish?: string;
  /** A failure told inside a stream or a 200 reply. `status` as near to HTTP as the upstream says. */
  error?: { status: number; message: string; raw: unknown };
  /** The dialect's proper end: a stream without it was cut. */
  end?: boolean;
};

/** One text of a body: who says it, where it is, and how to replace it in place. */
export type TextSlot = {
  role: "system" | "user" | "assistant" | "tool" | "definition";
  /** JSON path, e.g. `messages[0].content[1].text`. */
  path: string;
  text: string;
  replace(text: string): void;
  /** It stands in a document, in which nothing can be replaced. */
  isFixed?: true;
};

/** One text of an answer, whole or a piece of one that comes in pieces, and how to replace it in place. */
export type AnswerText = {
  text: string;
  replace(text: string): void;
  /** `json`: it holds JSON, whose strings are the texts. */
  form: "plain" | "json";
  isReasoning: boolean;
  /** It repeats what another text of the same event says. */
  isEcho?: boolean;
  piece?: TextPiece;
};

/** Which text a piece is of. `isAll`: its event says nothing else. `event` makes one that carries another piece alone. */
export type TextPiece = { channel: string; isAll: boolean; event(text: string): DialectEvent };

/** A lens over every text of an answer. Replacing changes the reply or event in place and only its texts. */
export type AnswerLens = {
  reply(reply: Body): AnswerText[];
  event(event: Body): AnswerText[];
  /** Is the text of a channel complete with this event, or before it? */
  ends(event: Body, channel: string): boolean;
  /** Takes out the tokens that a reply or an event repeats its texts in. True when there were any. */
  dropTokens(body: Body): boolean;
};

/** A piece of what an answer says. Pieces of one channel are one text; `name` is that of the tool that is called. */
export type ResponseText = { channel: string; kind: "text" | "reasoning" | "tool_call"; text: string; name?: string };

/** Reads what an answer says to people: no citations, no results of tools that ran at the vendor. */
export type ResponseTextReader = { reply(reply: Body): ResponseText[]; event(event: Body): ResponseText[] };

export type Dialect = {
  id: "responses" | "messages" | "chat";
  /** `provider` is the target's id, because reasoning and caching options differ by vendor. Throws HttpError 400. */
  decode(body: Body, provider: string): Decoded;
  encoder(context: EncodeContext): Encoder;
  /** Folds the events of a whole stream into the reply that is not streamed. */
  collect(events: DialectEvent[]): Body;
  /** The events of a stream that says what a whole reply says, a native upstream's too: nothing of it is left out. */
  replay(reply: Body): DialectEvent[];
  /**
   * Adds what the API promises of a native upstream's reply or event and the upstream leaves out; in place. Returns
   * whether that was anything. Absent where replies pass as they come. `provider`: the name of who served it.
   */
  complete?(body: Body, provider: string): boolean;
  /** A lens over every text in a request body. Replacing changes the body in place and only its texts. */
  texts(body: Body): TextSlot[];
  answers: AnswerLens;
  responseText: ResponseTextReader;
  /** Reads one parsed event of a native upstream's stream. */
  observeEvent(event: Body): Observation;
  /** Reads a native upstream's whole reply. */
  observeReply(reply: Body): Observation;
};
