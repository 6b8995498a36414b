import type { ExampleForm } from "../examples.ts";

/** A request that every sample of an operation sends. */
export type OperationRequest = {
  method: string;
  url: string;
  isPublic: boolean;
  /** The header Accept, if the endpoint needs it. */
  accept: string | undefined;
  body: Record<string, unknown> | undefined;
  /** Sent instead of a body. */
  form: ExampleForm | undefined;
  /** The file whose bytes are sent instead of a body. */
  bytes: string | undefined;
  /** The file in which bytes are saved; undefined if the response is JSON. */
  output: string | undefined;
};
