"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";
import { Link } from "#components/ui/display/link.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { cn } from "#lib/cn.ts";

export type DocsPage = { href: string; title: string; group: string; method?: string; words: string };

/** Every page of the reference, filtered by the search text. */
export function DocsNavigation({ pages }: { pages: readonly DocsPage[] }) {
  const [search, setSearch] = useState("");
  const query = search.trim().toLowerCase();
  const found = pages.filter(({ words }) => words.includes(query));
  const groups = Map.groupBy(found, ({ group }) => group);
  return (
    <nav
      aria-label="Reference"
      className="lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:w-60 lg:shrink-0 lg:overflow-y-auto"
    >
      <Input
        type="search"
        aria-label="Search the API reference"
        placeholder="Name, path or field"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="mb-3"
      />
      <details open={query !== "" || undefined} className="group/pages lg:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center text-sm">All pages</summary>
        <Groups groups={groups} />
      </details>
      <div className="max-lg:hidden">
        <Groups groups={groups} />
      </div>
      {found.length === 0 && (
        <p role="status" className="text-muted text-sm">
          No matches. Try fewer letters.
        </p>
      )}
    </nav>
  );
}

function Groups({ groups }: { groups: ReadonlyMap<string, readonly DocsPage[]> }) {
  const pathname = usePathname();
  return (
    <div className="flex flex-col gap-4">
      {[...groups].map(([group, pages]) => (
        <section key={group} aria-label={`${group} in the reference`}>
          <p aria-hidden className="pb-1 text-faint text-xs">
            {group}
          </p>
          <ul className="flex flex-col">
            {pages.map((page) => (
              <li key={page.href}>
                <Link
                  href={page.href}
                  aria-current={page.href === pathname ? "page" : undefined}
                  className={cn(
                    "flex min-h-7 items-center gap-2 rounded-md px-2 base:text-muted text-sm hover:bg-well hover:text-ink pointer-coarse:min-h-11",
                    page.href === pathname && "bg-well font-medium text-ink",
                  )}
                >
                  {page.method && <span className="w-11 shrink-0 font-mono text-xs">{page.method}</span>}
                  <span className="min-w-0 break-words">{page.title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
