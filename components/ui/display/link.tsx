"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";

type LinkProps = ComponentProps<"a"> & { href: string };

/** A link to a page of the console. The page's code is fetched once the link is pointed at or focused, not before. */
export function Link({ href, onClick, onPointerEnter, onFocus, ...props }: LinkProps) {
  const router = useRouter();
  return (
    <a
      {...props}
      href={href}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        router.prefetch(href);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        router.prefetch(href);
      }}
      onClick={(event) => {
        onClick?.(event);
        if (opensElsewhere(event)) return;
        event.preventDefault();
        router.push(href);
      }}
    />
  );
}

/** The browser follows links to other tabs, downloads and links that something else has handled. */
function opensElsewhere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, download } = event.currentTarget;
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  return event.defaultPrevented || isModified || (target !== "" && target !== "_self") || download !== "";
}
