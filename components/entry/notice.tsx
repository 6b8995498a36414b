import type { ReactNode } from "react";

/** Stands where a form would be: what is so, why, and the way on. Takes the focus that a form in its place had. */
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

/** For a heading in place of a form that had the focus. */
export function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}
