"use client";

import { memo, type ReactNode, useRef } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import remend from "remend";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { htmlAsText } from "./html-as-text.ts";
import { markdownBlocks } from "./markdown-blocks.ts";
import { fenceMath } from "./math-source.ts";

/** A link definition that other blocks may refer to. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;

/**
 * Renders a model's Markdown, which is not trusted: images are named and not loaded, HTML is shown as text, links open
 * in a new tab. Rendered block by block, so that a growing response, and its end, parse only the last one again;
 * `growing` closes what is still open there (remend). A text with separate link definitions is rendered as a whole once
 * it is complete.
 */
export function Markdown({ text, growing }: { text: string; growing: boolean }) {
  if (!growing && DEFINITION.test(text)) return <Block text={text} />;
  // Blocks are only added at the end, so their position identifies them.
  const blocks = markdownBlocks(text).map((block, place) => ({ place, block }));
  const last = growing ? blocks.length - 1 : -1;
  return blocks.map(({ place, block }) => <Block key={place} text={place === last ? remend(block) : block} />);
}

const PLUGINS = [remarkGfm, htmlAsText];

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} skipHtml components={COMPONENTS}>
      {fenceMath(text)}
    </ReactMarkdown>
  );
});

const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent-ink underline">
      {children}
    </a>
  ),
  img: ({ alt }) => <span className="text-muted">[image{alt ? `: ${alt}` : ""}]</span>,
  pre: ({ children }) => <CodeFrame>{children}</CodeFrame>,
  table: ({ children }) => (
    <ScrollBox className="overflow-x-auto">
      <table className="border-collapse text-sm [&_td]:border-b [&_td]:px-2 [&_td]:py-1.5 [&_th]:border-b [&_th]:px-2 [&_th]:py-1.5 [&_th]:text-left">
        {children}
      </table>
    </ScrollBox>
  ),
  // Their markers are on the side where their text starts.
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  // One level below the pane's own heading, whatever level the model starts with.
  h1: ({ children }) => <h3 className="text-xl">{children}</h3>,
  h2: ({ children }) => <h3 className="text-lg">{children}</h3>,
  h3: ({ children }) => <h3>{children}</h3>,
  h4: ({ children }) => <h3>{children}</h3>,
  h5: ({ children }) => <h3>{children}</h3>,
  h6: ({ children }) => <h3>{children}</h3>,
};

function CodeFrame({ children }: { children: ReactNode }) {
  const pre = useRef<HTMLElement>(null);
  return (
    <div className="relative">
      <ScrollBox
        as="pre"
        ref={pre}
        className="overflow-x-auto rounded-md border bg-panel py-2.5 pr-10 pl-3 text-xs leading-relaxed"
      >
        {children}
      </ScrollBox>
      <CopyButton
        text={() => pre.current?.textContent ?? ""}
        label="Copy code"
        className="absolute top-1.5 right-1.5"
      />
    </div>
  );
}
