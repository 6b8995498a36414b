import Link from "next/link";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { CopyMarkdown } from "./copy-markdown.tsx";
import type { Guide } from "./guides.ts";
import { OriginCode } from "./origin-code.tsx";
import { ORIGIN } from "./origin-text.ts";

/** The address that guides name, so that they read well in the repository too. */
const EXAMPLE_ORIGIN = "http://localhost:3000";

/** One guide, with the reader's own address in its samples. */
export function GuidePage({ guide: { title, markdown } }: { guide: Guide }) {
  const text = markdown.replaceAll(EXAMPLE_ORIGIN, ORIGIN);
  return (
    <>
      <PageHeader title={title} action={<CopyMarkdown text={`# ${title}\n\n${text}\n`} />} />
      <div className="flex max-w-180 flex-col gap-4 text-sm leading-relaxed">
        <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
          {text}
        </ReactMarkdown>
      </div>
    </>
  );
}

const PLUGINS = [remarkGfm];

/** A box that scrolls must be reachable by keyboard. */
const SCROLLS = { tabIndex: 0 };

const COMPONENTS: Components = {
  h2: ({ children }) => <h2 className="pt-3 font-medium text-base">{children}</h2>,
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-1 pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="flex list-decimal flex-col gap-1 pl-5">{children}</ol>,
  a: ({ href = "", children }) => (
    <Link href={href.replace(/^(\w+)\.md/, "/docs/$1")} className="text-accent-ink underline underline-offset-3">
      {children}
    </Link>
  ),
  table: ({ children }) => (
    <div {...SCROLLS} className="overflow-x-auto">
      <table className="w-full text-left [&_td]:border-t [&_td]:py-1.5 [&_td]:pr-4 [&_td]:align-top [&_th]:py-1.5 [&_th]:pr-4 [&_th]:font-medium">
        {children}
      </table>
    </div>
  ),
  code: ({ className, children }) => {
    const language = /language-(\w+)/.exec(className ?? "")?.[1];
    if (!language) return <code className="rounded-sm bg-well px-1 py-0.5 text-xs">{children}</code>;
    const sample = { id: language, label: LANGUAGES[language] ?? language, code: String(children).trimEnd() };
    return <OriginCode label="Example" samples={[sample]} />;
  },
  pre: ({ children }) => <>{children}</>,
};

const LANGUAGES: Record<string, string> = { sh: "Shell", json: "JSON" };
