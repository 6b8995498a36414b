export type NamedPeople<Person> = {
  /** Those who can be added, each once. */
  fresh: Person[];
  /** Those who are there already. */
  present: Person[];
  /** Entries that match no member of the organization, as typed. */
  unknown: string[];
};

type Identity = { id: string; email: string };

/** Whom a text names: addresses or user ids between commas, semicolons, spaces or lines; `Name <address>` too. */
export function namedPeople<Person extends Identity>(
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
    fresh: [...found].filter(({ id }) => !presentIds.has(id)),
    present: [...found].filter(({ id }) => presentIds.has(id)),
    unknown: words.filter((word) => !known.has(word.toLowerCase())),
  };
}
