import type { UpstreamError } from "#server/errors.ts";

/** A request as an adapter makes it, without a credential. */
export type Outgoing = {
  method: string;
  /** Path and query below the adapter's base URL. */
  path: string;
  headers: Record<string, string>;
  body?: OutgoingBody;
};

/** A request as it is sent. */
export type Sent = Omit<Outgoing, "path"> & { url: string };

/** An object is sent as JSON. */
export type OutgoingBody = Record<string, unknown> | BodyInit | null | undefined;

/** What a transport may use in addition to the request. */
export type TransportAccess = {
  /** The upstream model name; empty for requests that concern no model. */
  model: string;
  /** The structured credential as JSON. */
  credential: string;
  baseUrl: string;
  /** The environment variables, for addresses that an operator has changed. */
  variables: Readonly<Record<string, string>>;
  /** For token services. */
  fetch: typeof fetch;
  now(): number;
};

/** A body in another framing, read as it arrives. */
export type Unframer = {
  contentType: string;
  /** Returns the readable bytes of the frames that a chunk completes, and what failed after them. */
  push(chunk: Buffer): Unframed;
  /** Returns the readable bytes that wait for the end of the body; called before `end`. Absent if none wait. */
  rest?(): Buffer;
  /** Returns the failure of a body that ended before its last frame. */
  end(): UpstreamError | undefined;
  /**
   * Returns a failure as an event of the readable format, for providers' packages: they would lose what they have not
   * read yet if the body broke off. Absent if the format has none.
   */
  failureEvent?(failure: UpstreamError): Buffer;
};

/** `failure`: an invalid frame, or a failure that the upstream reported. */
export type Unframed = { bytes: Buffer; failure?: UpstreamError };

/**
 * Turns an adapter's request into one for a cloud. It sets the URL, which depends on the credential and the model, and
 * authenticates with a token or a signature. One adapter then serves a provider and every cloud that has its models.
 */
export type Transport = {
  /** Returns the request to send. Throws an UpstreamError if no token can be obtained. */
  prepare(outgoing: Outgoing, access: TransportAccess): Promise<Sent>;
  /** Returns a reader for responses of this content type in another framing; undefined if they need none. */
  unframe?(contentType: string): Unframer | undefined;
};

/** How a credential of several parts is read. The pipeline treats it as one text. */
export type StructuredCredential = {
  /** Environment variables by the field of the credential that they set. */
  variables: Readonly<Record<string, string>>;
  /**
   * Returns the fields that the environment sets, unchecked; undefined if it has no credential. Throws a message for
   * the operator.
   */
  fromEnvironment(variables: Readonly<Record<string, string>>, baseUrl: string): Record<string, unknown> | undefined;
  /** Returns a text by which people recognize the credential, without its secrets. */
  label(credential: string): string;
  /** Returns whether the credential can call a model (upstream name). */
  covers?(credential: string, model: string): boolean;
  /**
   * Returns where a model's prompts and responses are processed: `europe`, `us`, `global` for anywhere, or the cloud's
   * name of another region; undefined if it is not known.
   */
  dataRegion?(credential: string, model: string): string | undefined;
  /**
   * Returns the cloud's name of the region whose prices apply (`regionalPrices`); absent if prices do not depend on it.
   */
  priceRegion?(credential: string): string | undefined;
  /** Returns the geography in which a model runs, if it has its own price there (`geographyMultiplier`); else null. */
  geography?(credential: string, model: string): string | null;
};
