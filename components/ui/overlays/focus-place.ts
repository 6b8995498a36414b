/** Where the focus was: the element, and the line of a list or table around it, which outlives it. */
export type FocusPlace = { element: HTMLElement; lines: Element | null; line: number; isMenuButton: boolean };

const LINE = "tr, li";
const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), [tabindex='0']";
const LAYER = "[role=menu], [role=dialog], [role=alertdialog]";

/** Of each open layer, the places that the focus may go back to, the nearest first. */
const known = new WeakMap<Element, readonly FocusPlace[]>();

/** Notes what has the focus while a layer opens, and, where that is itself in a layer, what had opened that one. */
export function rememberPlaces(layer: Element, opener: Element | null = document.activeElement): void {
  known.set(layer, placesFrom(opener));
}

/** Gives the focus back once a layer is gone, unless it is elsewhere by then. */
export function returnFocus(layer: Element): void {
  const places = known.get(layer) ?? [];
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) {
    // The next layer opened when this one had gone with the focus: it inherits.
    const next = activeElement.closest(LAYER);
    if (next && known.get(next)?.length === 0) known.set(next, places);
    return;
  }
  for (const place of places) {
    if (isUsable(place.element)) {
      place.element.focus({ preventScroll: true });
      keepPlace(placeOf(place.element));
      return;
    }
    if (focusNeighbor(place)) return;
  }
  if (places.length > 0) document.getElementById("main")?.focus({ preventScroll: true });
}

function placesFrom(opener: Element | null): readonly FocusPlace[] {
  if (!(opener instanceof HTMLElement) || opener === document.body) return [];
  const around = opener.closest(LAYER);
  return [placeOf(opener), ...(around ? (known.get(around) ?? []) : [])];
}

function placeOf(element: HTMLElement): FocusPlace {
  const line = element.closest(LINE);
  const lines = line?.parentElement ?? null;
  const isMenuButton = element.getAttribute("aria-haspopup") === "menu";
  return { element, lines, line: line && lines ? [...lines.children].indexOf(line) : -1, isMenuButton };
}

/** What stands in a layer that is just fading out is gone in a moment. */
function isUsable(element: HTMLElement): boolean {
  const isClosing = element.closest(LAYER)?.getAttribute("data-state") === "closed";
  return !isClosing && element.isConnected && !element.matches(":disabled") && element.getClientRects().length > 0;
}

/** The line that has moved up into the place, else the last one: its menu's button if it was one, else what is first. */
function focusNeighbor({ lines, line, isMenuButton }: FocusPlace): boolean {
  const neighbor = lines?.isConnected ? (lines.children[line] ?? lines.lastElementChild) : null;
  const menu = isMenuButton ? neighbor?.querySelector<HTMLElement>("[aria-haspopup=menu]") : null;
  const target = menu ?? neighbor?.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
  return Boolean(target) && document.activeElement === target;
}

/** What was confirmed may take it away a moment later: the focus then goes to its neighbor, unless it has left. */
function keepPlace(place: FocusPlace): void {
  const { element } = place;
  const stop = () => {
    removals.disconnect();
    for (const type of ["focusin", "pointerdown"]) document.removeEventListener(type, stopElsewhere, true);
  };
  const stopElsewhere = ({ target }: Event) => target !== element && stop();
  const removals = new MutationObserver(() => {
    if (element.isConnected) return;
    stop();
    if (document.activeElement === document.body && !focusNeighbor(place)) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
  });
  removals.observe(document.body, { childList: true, subtree: true });
  for (const type of ["focusin", "pointerdown"]) document.addEventListener(type, stopElsewhere, true);
}
