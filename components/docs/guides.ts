import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A guide in Markdown. Its first line is its title; links to other guides name their files. */
export type Guide = { slug: string; title: string; markdown: string };

const SLUGS = [
  ...["routing", "providers", "limits", "rate-limits", "agents", "costs", "logs", "batches", "leaks", "configuration"],
  ...["destinations", "alerts", "provisioning", "operate", "scale"],
];
const FOLDER = join(/*turbopackIgnore: true*/ process.cwd(), "app/docs/guides");

/** Every guide, in the order of the navigation. */
export const guides: readonly Guide[] = SLUGS.map((slug) => {
  const [title = "", ...rest] = readFileSync(join(FOLDER, `${slug}.md`), "utf8").split("\n");
  return { slug, title: title.replace(/^# /, ""), markdown: rest.join("\n").trim() };
});

/** The address in the guides' samples, so that they are readable in the repository too. */
const EXAMPLE_ORIGIN = "http://localhost:3000";

/** Returns a guide's text with the reader's address in its samples. */
export function guideText({ markdown }: Guide, origin: string): string {
  return markdown.replaceAll(EXAMPLE_ORIGIN, origin);
}

/** Returns a guide's page as Markdown, with its title and with links to the other guides' Markdown. */
export function guideMarkdown(guide: Guide, origin: string): string {
  const text = guideText(guide, origin).replace(/\]\(([\w-]+)\.md/g, `](${origin}/docs/markdown/$1`);
  return `# ${guide.title}\n\n${text}\n`;
}

/** Returns undefined if there is no such guide. */
export function guideBySlug(slug: string): Guide | undefined {
  return guides.find((guide) => guide.slug === slug);
}
