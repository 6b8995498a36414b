import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { CopyMarkdown } from "./copy-markdown.tsx";
import { type Guide, guideMarkdown, guideText } from "./guides.ts";
import { OriginCode } from "./origin-code.tsx";
import { ORIGIN } from "./origin-text.ts";

/** One guide, with the reader's own address in its samples. */
export function GuidePage({ guide }: { guide: Guide }) {
  return (
    <>
      <PageHeader title={guide.title} action={<CopyMarkdown text={guideMarkdown(guide, ORIGIN)} />} />
      <div className="flex max-w-180 flex-col gap-4 text-sm leading-relaxed">
        <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
          {guideText(guide, ORIGIN)}
        </ReactMarkdown>
      </div>
    </>
  );
}

const PLUGINS = [remarkGfm];

const COMPONENTS: Components = {
  h2: ({ children }) => <h2 className="pt-3 font-medium text-base">{children}</h2>,
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-1 pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="flex list-decimal flex-col gap-1 pl-5">{children}</ol>,
  a: ({ href = "", children }) => (
    <Link href={href.replace(/^([\w-]+)\.md/, "/docs/$1")} className="text-accent-ink underline underline-offset-3">
      {children}
    </Link>
  ),
  table: ({ children }) => (
    <ScrollBox className="overflow-x-auto">
      <table className="w-full text-left [&_td]:border-t [&_td]:py-1.5 [&_td]:pr-4 [&_td]:align-top [&_th]:py-1.5 [&_th]:pr-4 [&_th]:font-medium">
        {children}
      </table>
    </ScrollBox>
  ),
  code: ({ className, children }) => {
    const language = /language-(\w+)/.exec(className ?? "")?.[1];
    if (!language) return <code className="rounded-sm bg-well px-1 py-0.5 text-xs">{children}</code>;
    const sample = { id: language, label: LANGUAGES[language] ?? language, code: String(children).trimEnd() };
    return <OriginCode label="Example" samples={[sample]} />;
  },
  pre: ({ children }) => <>{children}</>,
};

const LANGUAGES: Record<string, string> = { sh: "Shell", json: "JSON", yaml: "YAML" };
