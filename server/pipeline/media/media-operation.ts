import type { Modality, Model, ModelEndpoint } from "#server/catalogue/model.ts";
import type { Charges } from "#server/catalogue/priced.ts";
import type { AnswerText, Body } from "#server/dialects/dialect.ts";
import type { Asked, Metered, MeteredPieces } from "#server/providers/media.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { RequestLens } from "../guard/guard-request.ts";

/** What a reply may say of its call. */
export type ReplyFacts = {
  /** Generation id. */
  id: string;
  /** Unix seconds. */
  createdAt: number;
  /** Model id as the catalogue has it. */
  model: string;
  /** The provider's name. */
  provider: string;
  /** The caller's body, guarded. */
  body: Body;
  usage: Usage;
  /** USD charged here: nothing when the caller's own provider key pays. */
  cost: number;
  isByok: boolean;
};

/** How pieces of an answer reach the caller. */
export type PieceStyle<Piece> = {
  /** Of the reply, decided when its first piece is there; `content-type` at least. */
  headers(first: Piece, facts: ReplyFacts): Record<string, string>;
  /** In one, or in parts that are sent one after the other. */
  encode(piece: Piece, facts: ReplyFacts): Uint8Array | string | readonly (Uint8Array | string)[];
  /** After the last piece. */
  end?: string;
  /** Tells a failure after the first piece; without it the connection is cut, which no client takes for an end. */
  fail?(error: { status: number; message: string }): string;
};

/** A kind of model call that is no text: what it asks of a provider, what it may use, and what its reply says. */
export type MediaOperation<Request, Result, Piece = never> = {
  /** The endpoint's id, as the ledger keeps it. */
  id: string;
  /** What the model must make. */
  makes: Modality;
  /** The workspace's default that stands in where the body names no model. */
  defaultModel?: "imageModel";
  /** Parameters of the body that not every model takes, for `require_parameters`. */
  parameters?(body: Request): string[];
  serves(provider: Provider): boolean;
  /** Why a model endpoint cannot do what the body asks, as a sentence for the caller; 400 where none can. */
  refuses?(body: Request, endpoint: ModelEndpoint, model: Model): string | undefined;
  /** Every text of the body, and what of it cannot be read. */
  lens: RequestLens;
  /** Why nobody can read a text of this body, for 403 where a guardrail enforces rules on texts. */
  hides?(body: Request): string | undefined;
  /** What of the call has a price of its own: without it the call is unpriced. */
  charges?(body: Request, endpoint: ModelEndpoint): Charges;
  /** What the call uses, as far as the body says: charged where the upstream does not tell. */
  estimate(body: Request, endpoint: ModelEndpoint): Usage;
  /**
   * The most it may use: reserved before it is sent. Where `variant` has prices of its own, they hold. `isScarce`: there
   * is little room in the caller's limits, so that a close bound is worth its time.
   */
  bound(body: Request, endpoint: ModelEndpoint, isScarce: boolean): Usage & { variant?: string };
  /** Does the caller want the answer in pieces? A provider that makes none answers whole all the same. */
  streams?(body: Request): boolean;
  ask(provider: Provider, asked: Asked<Request>): Promise<Metered<Result> | MeteredPieces<Piece>>;
  /** The texts of a whole answer, for the rules on answers. */
  texts?(result: Result): AnswerText[];
  /** Even the first piece takes about as long as a whole answer, and so is given as much time. */
  beginsLate?: true;
  /** The reply holds large texts in bytes (`AsciiText`), and is sent without making them text. */
  hasAscii?: true;
  /** The reply to a whole answer, in the contract's form. */
  reply(result: Result, facts: ReplyFacts): Body;
  pieces?: PieceStyle<Piece>;
};
