import { HttpError } from "#server/errors.ts";

/**
 * Rejects texts that the database cannot store: U+0000 and unpaired surrogates, which JSON can express and UTF-8
 * cannot. Also checks field names. Throws 400 with the path.
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
