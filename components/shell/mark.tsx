/** The product's logo: two lines that cross between jacks. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={className}>
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <path d="M5 7.5h2.2c5.6 0 4 9 9.6 9H19" />
        <path d="M5 16.5h2.200c1.7 0 2.7-.8 3.4-2M13.4 9.500c.7-1.2 1.7-2 3.4-2H19" opacity=".5" />
      </g>
      <circle cx="4" cy="7.5" r="2" fill="currentColor" />
      <circle cx="20" cy="16.5" r="2" fill="var(--accent)" />
    </svg>
  );
}
