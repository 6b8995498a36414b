/** The product's logo: two lines that cross on a board. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" className="size-6 text-accent" aria-hidden>
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <g stroke="var(--on-accent)" strokeWidth="2.5" strokeLinecap="round">
        <path d="M8 10h3.5c6 0 3 12 9 12H24" />
        <path d="M8 22h3.5c1.8 0 2.8-1 3.5-2.5M17 12.5c.7-1.5 1.7-2.5 3.5-2.5H24" strokeOpacity=".6" />
      </g>
    </svg>
  );
}
