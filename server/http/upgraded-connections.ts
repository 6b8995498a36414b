/** The connections that no longer speak HTTP: the HTTP server waits for them to close, but cannot close them. */
export type UpgradedConnections = {
  /** From now on, closes each connection as soon as its responses have ended. */
  drain(): void;
  /** Closes the connections that have no response in progress. */
  closeIdle(): void;
  /** Cuts the others, as if their callers had disconnected. */
  closeAll(): void;
};
