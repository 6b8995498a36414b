import { type ComponentProps, createElement } from "react";

type ScrollBoxProps = ComponentProps<"section"> & { as?: "section" | "div" | "pre" | "dd" };

/** A box that scrolls. It takes the focus, so that it can be scrolled by keyboard; name a section with `aria-label`. */
export function ScrollBox({ as = "div", ...props }: ScrollBoxProps) {
  return createElement(as, { tabIndex: 0, ...props });
}
