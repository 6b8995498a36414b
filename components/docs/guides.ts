import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A guide in Markdown. Its first line is its title; links to other guides name their files. */
export type Guide = { slug: string; title: string; markdown: string };

const SLUGS = ["routing", "limits", "costs", "operate"];
const FOLDER = join(/*turbopackIgnore: true*/ process.cwd(), "app/docs/guides");

/** Every guide, in the order of the navigation. */
export const guides: readonly Guide[] = SLUGS.map((slug) => {
  const [title = "", ...rest] = readFileSync(join(FOLDER, `${slug}.md`), "utf8").split("\n");
  return { slug, title: title.replace(/^# /, ""), markdown: rest.join("\n").trim() };
});

/** Returns undefined if there is no such guide. */
export function guideBySlug(slug: string): Guide | undefined {
  return guides.find((guide) => guide.slug === slug);
}
