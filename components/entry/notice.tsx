import type { ReactNode } from "react";

/** Replaces a form: what happened, why, and what to do next. Receives the focus of the form it replaces. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-3">
      <h1 ref={takeFocus} tabIndex={-1} className="text-xl">
        {title}
      </h1>
      {children}
    </section>
  );
}

/** For a heading that replaces a focused form. */
export function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}
