import type { Json } from "#components/playground/read-json.ts";

/** A mode's request, to be written as code. */
export type MediaRequest = {
  /** Below `/api/v1`: "/embeddings". */
  path: string;
  body: Json;
  /** Name of the file for an answer that is no JSON. */
  saveAs?: string;
  /** Name of the file that goes with the body, in a form's part named `file`. */
  file?: string;
  /** How the `openai` packages make this call; absent where they have no such method. */
  openai?: {
    /** "embeddings.create" */
    method: string;
    /** The arguments that the Python method declares; others go into `extra_body`. */
    arguments: readonly string[];
    /** Those that Python's method insists on: null where the body leaves them out. */
    required?: readonly string[];
    /** The line that does something with `response`. */
    node: string;
    python: string;
  };
};
