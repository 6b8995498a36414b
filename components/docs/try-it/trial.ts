import type { Method } from "#lib/contract/endpoint.ts";
import { exampleOf } from "#lib/docs/examples.ts";
import type { Operation } from "#lib/docs/reference.ts";

/** One parameter of a path or query, with the text to start from. */
export type TrialParameter = { name: string; type: string; required: boolean; value: string };

/** What "Try it" needs to know about an endpoint. */
export type Trial = {
  method: Method;
  path: string;
  isPublic: boolean;
  streams: boolean;
  parameters: { path: TrialParameter[]; query: TrialParameter[] };
  /** The JSON to start from; undefined if the endpoint has no JSON body. */
  body: string | undefined;
  /** The form to start from, if the endpoint accepts a file: its other fields as JSON, and the file's part. */
  form: { part: string; fields: string | undefined } | undefined;
};

/** Returns what can be tried of an endpoint; undefined if it only returns an error. */
export function trialOf(operation: Operation): Trial | undefined {
  const { method, path, isPublic, parameters, body, success } = operation;
  const example = exampleOf(operation);
  if (!success) return undefined;
  const streams = success.media.includes("text/event-stream");
  const sample = example.body && { ...example.body, ...(streams && { stream: true }) };
  return {
    method: method as Method,
    path,
    isPublic,
    streams,
    parameters: {
      path: parameters.path.map((field) => startFrom(field, example.path)),
      query: parameters.query.map((field) => startFrom(field, example.query)),
    },
    body: sample || body.length > 0 ? JSON.stringify(sample ?? {}, null, 2) : undefined,
    form: example.form && {
      part: example.form.part,
      fields: body.length > 0 ? JSON.stringify(example.form.fields, null, 2) : undefined,
    },
  };
}

/** Returns a parameter with its example, unless that only says what belongs there: "<hash>". */
function startFrom(
  { name, type, required }: Pick<TrialParameter, "name" | "type" | "required">,
  values: Record<string, string>,
): TrialParameter {
  const value = values[name] ?? "";
  return { name, type, required, value: value.startsWith("<") ? "" : value };
}
