import { HttpError } from "#server/errors.ts";

/**
 * Refuses texts that no database holds as they are: U+0000, and half of a surrogate pair, which JSON may write and UTF-8
 * cannot. Names of fields are texts too. Throws 400 that names the place.
 */
export function requireStorableTexts(value: unknown, what: string, path = ""): void {
  if (typeof value === "string") {
    if (!isStorable(value)) throw refusal(what, path);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) requireStorableTexts(item, what, `${path}[${index}]`);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      if (!isStorable(name)) throw refusal(what, path);
      requireStorableTexts(field, what, path ? `${path}.${name}` : name);
    }
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

function refusal(what: string, path: string): HttpError {
  const message = "text must not contain U+0000 or half of a surrogate pair";
  return new HttpError(400, `Invalid ${what}: ${path ? `${path}: ` : ""}${message}`);
}
