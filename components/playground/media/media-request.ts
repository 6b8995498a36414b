import type { Json } from "#components/playground/read-json.ts";

/** A mode's request, for code samples. */
export type MediaRequest = {
  /** Below `/api/v1`: "/embeddings". */
  path: string;
  body: Json;
  /** Name of the file for a response that is not JSON. */
  saveAs?: string;
  /** Name of the file sent with the body, in a form part named `file`. */
  file?: string;
  /** The method of the `openai` packages that sends this request; absent if they have none. */
  openai?: {
    /** "embeddings.create" */
    method: string;
    /** The arguments that the Python method declares; others go into `extra_body`. */
    arguments: readonly string[];
    /** Arguments that the Python method requires: null if the body omits them. */
    required?: readonly string[];
    /** The line that uses `response`. */
    node: string;
    python: string;
  };
};
