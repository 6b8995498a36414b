/** What a call knows about the batch that it is a line of. */
export type BatchCall = {
  id: string;
  /** Called once the worst case of the call is reserved. */
  reserved(): void;
  /** Receives the cost of each settled call in nano-USD. */
  charged(costNanoUsd: number): void;
};
