let count = 0;

/** Returns an id that is unique in this browser; `crypto.randomUUID` is missing over plain HTTP. */
export function newId(): string {
  count += 1;
  return `${Date.now().toString(36)}-${count}-${Math.random().toString(36).slice(2, 8)}`;
}
