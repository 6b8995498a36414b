export type NamedPeople<Person> = {
  /** People who can be added, without duplicates. */
  addable: Person[];
  /** People who are already in the workspace. */
  present: Person[];
  /** Entries that match no member of the organization, as typed. */
  unknown: string[];
};

type Identity = { id: string; email: string };

/**
 * Finds the people in a pasted text: email addresses, also as `Name <address>`, or user ids, separated by commas,
 * semicolons, spaces or lines.
 */
export function findNamedPeople<Person extends Identity>(
  text: string,
  people: readonly Person[],
  presentIds: ReadonlySet<string>,
): NamedPeople<Person> {
  const known = new Map(
    people.flatMap((person) => [person.id, person.email.toLowerCase()].map((key) => [key, person])),
  );
  const bracketed = text.replaceAll(/[^\n,;<]*<([^>\n]*)>/g, " $1 ");
  const words = [...new Set(bracketed.split(/[\s,;]+/).filter(Boolean))];
  const found = new Set(words.map((word) => known.get(word.toLowerCase())).filter((person) => person !== undefined));
  return {
    addable: [...found].filter(({ id }) => !presentIds.has(id)),
    present: [...found].filter(({ id }) => presentIds.has(id)),
    unknown: words.filter((word) => !known.has(word.toLowerCase())),
  };
}
