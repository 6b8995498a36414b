/** What a request knows about the batch that it is a line of. */
export type BatchCall = {
  id: string;
  /** Called once the worst case of the request is reserved. */
  reserved(): void;
  /** Receives the cost of each settled request in nano-USD. */
  charged(costNanoUsd: number): void;
  /** Present if a provider may run the request in a batch of its own. */
  providers?: ProviderBatching;
  /** What a provider's batch has made of the request, which ends with it: nothing is sent. */
  result?: BatchedResult;
};

export type ProviderBatching = {
  /** Returns the credentials of the batch's batches at a provider, in the form of `HandedRequest`. */
  accesses(provider: string): Promise<readonly string[]>;
  /**
   * Moves the request to a batch at a provider. Returns the id under which its reservation stays; undefined if this
   * process no longer holds the line.
   */
  handOver(request: HandedRequest): Promise<string | undefined>;
};

/** A request as a provider's batch runs it. */
export type HandedRequest = {
  provider: string;
  /** The upstream name of its model. */
  model: string;
  /** The provider's path. */
  path: string;
  /** The credential: `own:` and the id of a BYOK credential, or `system:` and its variable if there are several. */
  access: string;
  /** The request body for the provider, as JSON. */
  bodyJson: string;
  kept: KeptCall;
};

type Plain = Readonly<Record<string, unknown>>;

/** What is needed to end a request that was handed over, in any process. */
export type KeptCall = {
  generationId: string;
  /** When it was handed over, in ISO form. Its cost counts toward that day, at the prices of that time. */
  createdAt: string;
  requestedModel: string;
  tags: string[] | null;
  arms: readonly Plain[] | undefined;
  routing: Plain;
  /** The body after aliases, presets, files and plugins, and what the plugins did. */
  body: Plain;
  pluginNotes: readonly Plain[];
  /** The model endpoint, and the model name that the candidate has. */
  endpoint: Plain;
  candidateModel: string;
  isByok: boolean;
  own: Plain | undefined;
  systemKey: string | undefined;
  /** The limits that count its cost, even if its key or member has left them since. */
  payers: readonly KeptPayer[];
};

/** A limit under which a request was reserved. */
export type KeptPayer = { payerKind: string; payerId: string; includeByok: boolean };

/** The provider's response to a request that was handed over. */
export type BatchedResult = { kept: KeptCall; status: number; body: string };
