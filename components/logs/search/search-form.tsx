"use client";

import { useState } from "react";
import { SearchInput } from "#components/ui/forms/search-input.tsx";

type SearchFormProps = { text: string; onSearch: (text: string) => void };

/** One field for IDs, tags, sessions, users and stored content. The text stays in the page: an address may be logged. */
export function SearchForm({ text, onSearch }: SearchFormProps) {
  const [draft, setDraft] = useState(text);
  const [searched, setSearched] = useState(text);
  if (text !== searched) {
    setSearched(text);
    setDraft(text);
  }
  const change = (next: string) => {
    setDraft(next);
    if (next === "") onSearch("");
  };
  return (
    <form
      className="w-full sm:w-72"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim().length >= LEAST) onSearch(draft.trim());
      }}
    >
      <SearchInput
        label="Search by ID, tag, user, session or content"
        placeholder="ID, tag, user, session or content"
        className="w-full"
        value={draft}
        onValueChange={change}
      />
    </form>
  );
}

/** Characters of the shortest search text. */
const LEAST = 2;
