import type { Form } from "./form-data.ts";

/**
 * Returns the tags of a form, unchecked: parts named `tags[]`, as SDKs send a list, or one named `tags` with commas
 * between them. Undefined if it has neither.
 */
export function formTags(fields: Form<never>["fields"], lists: Form<never>["lists"]): string[] | undefined {
  if (lists.tags) return lists.tags;
  const listed = fields.tags?.split(",").map((text) => text.trim());
  return listed?.filter((text) => text !== "");
}
