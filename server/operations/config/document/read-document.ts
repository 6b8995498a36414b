import type { z } from "zod";
import { ConfigDocument } from "#lib/contract/config-document.ts";
import { requireStorableTexts } from "#server/http/bodies/storable-text.ts";
import { describedIssue } from "#server/http/issue.ts";
import { readYaml } from "#server/json/yaml-text.ts";
import { documentProblems } from "./document-problems.ts";
import { type PositionOf, type Problem, rejectLocated, rejectProblems } from "./problems.ts";

export type ReadDocument = { document: ConfigDocument; positionOf: PositionOf };

/** Reads and validates a document. Throws 400 that lists every problem with its path, line and column. */
export function readDocument(text: string): ReadDocument {
  const { value, problems, positionOf } = readYaml(text);
  rejectLocated(problems.map((problem) => ({ path: "", ...problem })));
  // Escapes of YAML can express texts that the request's own check has not seen.
  requireStorableTexts(value, "document");
  const parsed = ConfigDocument.safeParse(value);
  if (!parsed.success) rejectProblems(parsed.error.issues.flatMap(problemsOf), positionOf);
  const document = parsed.data as ConfigDocument;
  rejectProblems(documentProblems(document), positionOf);
  return { document, positionOf };
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code !== "unrecognized_keys") return [describedIssue(issue)];
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: "There is no such field" }));
}
