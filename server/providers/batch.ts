import type { UpstreamCall } from "./media.ts";

/** What a provider's batch may run: requests in a dialect or in Google's form (`contents`), or embeddings. */
export type BatchKind = "responses" | "messages" | "chat" | "completions" | "contents" | "embeddings";

/** The access to a provider's batches. */
export type BatchTarget = Pick<UpstreamCall<unknown>, "baseUrl" | "fetch" | "signal" | "credential">;

/** The provider's ids of a batch and its files. */
export type BatchHandle = {
  batchId: string;
  inputFileId?: string;
  /** Found again by its size only, so it may be another one. */
  isUncertain?: boolean;
};

/**
 * A batch to create. `id`: the gateway's, by which it is found again. `path`: of its requests, with the headers that
 * all of them need as its query. `model`: the upstream name, if all requests have the same; else null.
 */
export type BatchOrder = { id: string; path: string; model: string | null; requests: number; file: Blob };

/** `finished`: requests with a result. `results`: where to read them, once the batch has ended. */
export type BatchProgress = {
  finished: number;
  results?: { files: readonly string[] };
  /** Why the provider runs none of its requests. */
  failure?: string;
};

/**
 * A line of results: of the request with this id, or of the one at this position of all that were sent. `status` null:
 * the request was not run.
 */
export type BatchResult = { status: number | null; body: string } & (
  | { customId: string }
  | { position: number; of: number }
);

/** How a provider runs requests as a batch, at its batch prices. Functions throw like adapters. */
export type ProviderBatches = {
  /** The paths of its requests. */
  paths: Partial<Record<BatchKind, string>>;
  /** All requests of a batch must name the same model. */
  hasOneModel?: true;
  /** Names (lower case) of headers that apply to all requests of a batch; those with other values get another batch. */
  headers?: readonly string[];
  /**
   * Set if the provider's transport addresses and signs what is sent. Without it, a provider with a transport has none.
   */
  usesTransport?: true;
  /**
   * Returns the name by which requests of a batch call a model (upstream name); undefined if the credential has none
   * for it, so that it has no batches. Absent: the upstream name.
   */
  modelName?(credential: string, model: string): string | undefined;
  mostRequests: number;
  mostBytes: number;
  /** Returns a request as it stands in the file, and what surrounds and separates all of them. */
  item(customId: string, path: string, bodyJson: string): string;
  frame: { before: string; between: string; after: string };
  create(target: BatchTarget, order: BatchOrder): Promise<BatchHandle>;
  /**
   * Returns batches that an earlier attempt to create this one may have created, and removes what else is left of it.
   */
  find(target: BatchTarget, order: Pick<BatchOrder, "id" | "requests">, sinceMs: number): Promise<BatchHandle[]>;
  check(target: BatchTarget, handle: BatchHandle): Promise<BatchProgress>;
  cancel(target: BatchTarget, handle: BatchHandle): Promise<void>;
  /** Returns a file of results, a JSON object in each line. */
  open(target: BatchTarget, file: string): Promise<AsyncIterable<Uint8Array>>;
  /** Returns what a line of results says; undefined for an unreadable one. */
  result(line: Record<string, unknown>): BatchResult | undefined;
  /** Returns the ids of what remains of a batch at the provider, and deletes one of these. */
  remains(handle: BatchHandle, files: readonly string[]): string[];
  remove(target: BatchTarget, id: string): Promise<void>;
};
