import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";

export type Body = Record<string, unknown>;

/**
 * One event of a dialect's stream. `event` is the SSE event name (messages only); `data` is JSON, or the text `[DONE]`.
 */
export type DialectEvent = { event?: string; data: unknown };

/** Returns the events to send to the caller instead of one event of the dialect; keeps state between events. */
export type Rewrite = (event: DialectEvent) => DialectEvent[];

/** `notes` lists what the neutral request dropped or changed, e.g. `top_k: dropped`. */
export type Decoded = { options: LanguageModelV4CallOptions; notes: string[] };

export type EncodeContext = {
  /** Id of the response, e.g. the generation id. */
  id: string;
  /** The model name in the request. */
  model: string;
  /** The provider's display name. */
  provider?: string;
  /** Unix seconds. */
  createdAt: number;
  /** The request body, for fields that the response repeats. */
  request: Body;
  /** Returns what the gateway charges for a usage in USD, for dialects that report it. */
  cost?(usage: LanguageModelV4Usage): number | undefined;
  /** Returns the number of calls of each of the gateway's tools. */
  toolUses?(): ReadonlyMap<string, number> | undefined;
  /** True if a BYOK credential pays for the model: the provider charges its owner. */
  isByok?: boolean;
  /** Receives the kind of response content that the dialect cannot represent, e.g. `image/png`. */
  dropped?(kind: string): void;
  /** Returns fields to add to the last event, e.g. `{ service_metadata: {...} }`. */
  trailer?(): Body | undefined;
};

/** The part that ends a neutral stream. */
export type FinishPart = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

export type TerminalError = { status: number; message: string; metadata?: Body };

/** Encodes neutral parts as a dialect's events; stateful, one for each response. */
export type Encoder = {
  encode(part: LanguageModelV4StreamPart): DialectEvent[];
  /**
   * Returns the dialect's error events for a failure after the first content, once. Also works after the end, which a
   * guardrail may have withheld from the caller.
   */
  fail(error: TerminalError): DialectEvent[];
};

/** The facts that a native upstream's event or response reports, for metering. Nothing is changed. */
export type Observation = {
  id?: string;
  model?: string;
  /** True if the event has content for the caller (text, reasoning or tool arguments). */
  content?: boolean;
  /** The number of tool calls that start in this event. */
  toolCalls?: number;
  /** Text, reasoning and tool arguments of this event, to estimate usage if the upstream never reports it. */
  text?: string;
  /** The usage block from the upstream; later blocks are merged over earlier ones, ignoring null fields. */
  usage?: Record<string, unknown>;
  /** Finished output items: one, or at the end all items of the response. Some are billed separately from `usage`. */
  items?: readonly Body[];
  /** The service tier that the upstream reports. */
  serviceTier?: string;
  /** The dialect's finish reason. */
  finish?: string;
  /** A failure within a stream or a 200 response. `status`: the closest HTTP status. */
  error?: { status: number; message: string; raw: unknown };
  /** True at the dialect's proper end; a stream without it was cut. */
  end?: boolean;
};

/** One text of a body: its role, its path, and how to replace it in place. */
export type TextSlot = {
  role: "system" | "user" | "assistant" | "tool" | "definition";
  /** JSON path, e.g. `messages[0].content[1].text`. */
  path: string;
  text: string;
  replace(text: string): void;
  /** True if the text is in a document, where nothing can be replaced. */
  isFixed?: true;
};

/** One text of a response, whole or a piece of a streamed text, and how to replace it in place. */
export type OutputText = {
  text: string;
  replace(text: string): void;
  /** `json`: the text is JSON, and the strings in it are checked. */
  form: "plain" | "json";
  /** True for the arguments of a request that are not JSON. */
  isCall?: boolean;
  isReasoning: boolean;
  /** True if the text repeats another text of the same event. */
  isEcho?: boolean;
  piece?: TextPiece;
};

/**
 * The text that a piece belongs to. `isAll`: its event has no other content. `event` creates an event that contains
 * only another piece.
 */
export type TextPiece = { channel: string; isAll: boolean; event(text: string): DialectEvent };

/** Finds every text of a response. Replacing a text changes only that text, in place. */
export type OutputTextFinder = {
  reply(response: Body): OutputText[];
  event(event: Body): OutputText[];
  /** Returns whether the text of a channel ends with this event or earlier. */
  ends(event: Body, channel: string): boolean;
  /** Removes token lists and other fields that repeat the texts. Returns whether there were any token lists. */
  dropTokens(body: Body): boolean;
};

/** A piece of a response's text. Pieces of one channel form one text; `name`: the called tool. */
export type ResponseText = { channel: string; kind: "text" | "reasoning" | "tool_call"; text: string; name?: string };

/** Reads a response's text without citations and results of server tools. */
export type ResponseTextReader = { reply(response: Body): ResponseText[]; event(event: Body): ResponseText[] };

/**
 * The fields of a provider that decoding depends on. `family`: the provider whose options its neutral model reads; a
 * cloud has its own id and the family of the provider that made the model. `takesCallValues`: its neutral model takes
 * the arguments of tool calls as values instead of text, as those of Anthropic and Google do. `leastOutputTokens`: the
 * least output limit that it takes.
 */
export type TargetProvider = {
  id: string;
  family?: "openai" | "anthropic" | "google";
  takesCallValues?: true;
  textSearch?: true;
  leastOutputTokens?: number;
};

export type Dialect = {
  id: "responses" | "messages" | "chat" | "completions";
  /** The form of responses, if requests with the same body may get another one; absent for the dialect's own. */
  form?: string;
  /**
   * Decodes a body for a provider, because reasoning and caching options differ. Throws HttpError 400.
   */
  decode(body: Body, provider: TargetProvider): Decoded;
  encoder(context: EncodeContext): Encoder;
  /** Collects the events of a whole stream into a non-streamed response. */
  collect(events: DialectEvent[]): Body;
  /**
   * Returns a whole response, also one of a native upstream, as the equivalent stream events, with nothing left out.
   */
  replay(response: Body): DialectEvent[];
  /**
   * Adds fields that the API promises and a native upstream omits, in place. Returns whether anything was added. Absent
   * if responses pass through unchanged. `provider`: the provider's display name.
   */
  complete?(body: Body, provider: string): boolean;
  /**
   * Marks the signed or encrypted reasoning of a response, or of one of its events, as a provider's, in place. Returns
   * whether there was any. Absent if the dialect has none. `provider`: the provider's id.
   */
  sealReasoning?(body: Body, provider: string): boolean;
  /** Returns every text in a request body. Replacing a text changes only that text, in place. */
  texts(body: Body): TextSlot[];
  outputTexts: OutputTextFinder;
  responseText: ResponseTextReader;
  /** Reads one parsed event of a native upstream's stream. */
  observeEvent(event: Body): Observation;
  /** Reads a native upstream's whole response. */
  observeResponse(response: Body): Observation;
  /** Creates the rewriter of one stream, for clients that read other events; absent if events stay unchanged. */
  rewriter?(): Rewrite;
};

/** The dialects of conversations, which are converted to each other. */
export type ConversationId = Exclude<Dialect["id"], "completions">;

export type ConversationDialect = Dialect & { id: ConversationId };
