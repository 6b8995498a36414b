/**
 * Records what an adapter did with a field of the caller's body: `what` begins with "dropped", "changed", "sent" or
 * "not sent", and only "dropped" counts as a parameter that the provider does not support.
 */
export type FieldNote = (field: string, what: string) => void;

/** Returns a note that adds sentences to `notes`, as native requests list them. */
export function noteIn(notes: string[]): FieldNote {
  return (field, what) => void notes.push(`${field}: ${what}`);
}
