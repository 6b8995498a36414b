"use client";

import { lazy, Suspense } from "react";

const Markdown = lazy(() => import("./markdown.tsx").then((module) => ({ default: module.Markdown })));

/** Each line of text has its own direction. */
const LINES = "[&_:is(p,h3,li,td,th)]:[unicode-bidi:plaintext]";
const PROSE =
  "flex min-w-0 max-w-[80ch] flex-col gap-3 break-words text-base leading-relaxed [&_blockquote]:border-line-strong [&_blockquote]:border-s-2 [&_blockquote]:ps-3 [&_blockquote]:text-muted [&_li]:my-1 [&_ol]:list-decimal [&_ol]:ps-6 [&_ul]:list-disc [&_ul]:ps-6 [&_:not(pre)>code]:rounded-sm [&_:not(pre)>code]:bg-well [&_:not(pre)>code]:px-1 [&_:not(pre)>code]:py-0.5 [&_:not(pre)>code]:text-sm";

type AnswerTextProps = { text: string; raw: boolean; growing: boolean };

/** The model's text: as Markdown, or raw. */
export function AnswerText({ text, raw, growing }: AnswerTextProps) {
  const plain = <p className="whitespace-pre-wrap break-words [unicode-bidi:plaintext]">{text}</p>;
  if (raw)
    return (
      <pre className="whitespace-pre-wrap break-words text-xs leading-relaxed [unicode-bidi:plaintext]">{text}</pre>
    );
  return (
    <Suspense fallback={plain}>
      <div className={`${PROSE} ${LINES}`}>
        <Markdown text={text} growing={growing} />
      </div>
    </Suspense>
  );
}
