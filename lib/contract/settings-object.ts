import { z } from "zod";
import { plainIssue } from "./plain-issue.ts";

/** An object that rejects unknown settings with a message that lists the valid ones. */
export function settingsObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const valid = Object.keys(shape).filter((name) => name !== "id" && name !== "enabled");
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? `${plainIssue(issue)}. ${validWords(valid)}` : undefined),
  });
}

function validWords(names: readonly string[]): string {
  return names.length > 0 ? `Valid settings are ${names.join(", ")}` : "There are no settings";
}
