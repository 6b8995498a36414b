let count = 0;

/** A name that is unique in this browser; `crypto.randomUUID` is missing on plain http. */
export function newId(): string {
  count += 1;
  return `${Date.now().toString(36)}-${count}-${Math.random().toString(36).slice(2, 8)}`;
}
