/** A page that every fake search engine finds. */
export type Page = { title: string; url: string; text: string; published: string };

const PAGES: readonly Page[] = [
  {
    title: "Bread for beginners",
    url: "https://bakery.example/bread",
    text: "Let the dough rest for a whole night.",
    published: "2026-05-04",
  },
  {
    title: "Sourdough",
    url: "https://blog.bakery.example/sourdough",
    text: "Feed the starter twice a day.",
    published: "2026-04-01",
  },
  {
    title: "Flour prices",
    url: "https://news.example/flour",
    text: "Flour has become cheaper.",
    published: "2026-03-02",
  },
];

/** Returns the pages for a query: none if it contains "nothing", long ones if it contains "everything". */
export function pagesFor(query: string, most: number): Page[] {
  if (/nothing/i.test(query)) return [];
  const pages = /everything/i.test(query) ? PAGES.map((page) => ({ ...page, text: "word ".repeat(2_000) })) : PAGES;
  return pages.slice(0, most);
}
