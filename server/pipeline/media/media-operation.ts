import type { Charges } from "#server/catalogue/is-priced.ts";
import type { Modality, Model, ModelEndpoint } from "#server/catalogue/model.ts";
import type { Body, OutputText } from "#server/dialects/dialect.ts";
import type { Metered, MeteredPieces, UpstreamCall } from "#server/providers/media.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { RequestTextFinder } from "../guard/guard-request.ts";

/** Facts about a request that its response may include. */
export type ResponseFacts = {
  /** Generation id. */
  id: string;
  /** Unix seconds. */
  createdAt: number;
  /** Catalogue id of the model. */
  model: string;
  /** The provider's display name. */
  provider: string;
  /** The request body after guardrails. */
  body: Body;
  usage: Usage;
  /** USD charged by the gateway; 0 with a BYOK credential. */
  cost: number;
  isByok: boolean;
};

/** How the pieces of a response are sent to the caller. */
export type PieceStyle<Piece> = {
  /** Returns the response headers, at least `content-type`, when the first piece has arrived. */
  headers(first: Piece, facts: ResponseFacts): Record<string, string>;
  /** Returns the encoded piece, in one or in parts that are sent in order. */
  encode(piece: Piece, facts: ResponseFacts): Uint8Array | string | readonly (Uint8Array | string)[];
  /** Returns what is sent after the last piece. */
  end?(facts: ResponseFacts): string;
  /**
   * Encodes a failure after the first piece. Without this, the connection is cut, which no client takes for a proper
   * end.
   */
  fail?(error: { status: number; message: string }): string;
};

/** A whole response that is not JSON. */
export type MediaText = { contentType: string; body: string };

/**
 * A kind of non-text model request: what it requires of a provider, what it may use, and what its response contains.
 */
export type MediaOperation<Request, Result, Piece = never> = {
  /** The endpoint's id in the ledger. */
  id: string;
  /** The output modality that the model must have. */
  makes: Modality;
  /** The workspace default to use if the body names no model. */
  defaultModel?: "imageModel";
  /** Returns the body's parameters that not every model supports, for `require_parameters`. */
  parameters?(body: Request): string[];
  serves(provider: Provider): boolean;
  /** Returns why a model endpoint cannot serve the body, as a sentence for the caller; 400 if no endpoint can. */
  refuses?(body: Request, endpoint: ModelEndpoint, model: Model): string | undefined;
  /** Returns every text of the body and the parts that cannot be read. */
  findTexts: RequestTextFinder;
  /** Returns why a text of this body cannot be read; the request is a 403 if a guardrail enforces rules on texts. */
  hides?(body: Request): string | undefined;
  /** Returns the units that need a price; without it the request is unpriced. */
  charges?(body: Request, endpoint: ModelEndpoint): Charges;
  /** Returns the estimated usage, which is charged if the upstream reports none. */
  estimate(body: Request, endpoint: ModelEndpoint): Usage;
  /**
   * Returns the most usage possible, which is reserved before the request is sent, at the prices of `variant` if it has
   * any. `isScarce`: little budget is left, so a tight bound is worth its time.
   */
  bound(body: Request, endpoint: ModelEndpoint, isScarce: boolean): Usage & { variant?: string };
  /** Returns whether the caller wants the response in pieces. A provider that cannot stream still returns it whole. */
  streams?(body: Request): boolean;
  ask(provider: Provider, call: UpstreamCall<Request>): Promise<Metered<Result> | MeteredPieces<Piece>>;
  /** Returns the texts of a whole response, for output rules. */
  texts?(result: Result): OutputText[];
  /** The kind of path at which a provider's batch runs it; absent: none does. */
  batchKind?: "embeddings";
  /** A whole response may be kept in the response cache, if the request asks for that. */
  isKept?: true;
  /** The first piece takes about as long as a whole response, so it gets the same timeout. */
  beginsLate?: true;
  /** The response contains large texts as bytes (`AsciiText`), which are sent without conversion to strings. */
  hasAscii?: true;
  /** Returns the response body for a whole response, in the contract's format. */
  reply(result: Result, facts: ResponseFacts): Body;
  /** Returns the response as text of its own media type, if the request asks for a format that is not JSON. */
  text?(result: Result, facts: ResponseFacts): MediaText | undefined;
  pieces?: PieceStyle<Piece>;
};
