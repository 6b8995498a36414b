/** A description from the contract; text between backticks is shown as code. */
export function Description({ text }: { text: string }) {
  const parts = text.split("`").map((part, place) => ({ part, place, isCode: place % 2 === 1 }));
  return parts.map(({ part, place, isCode }) =>
    isCode ? (
      <code key={place} className="break-words rounded-sm bg-well px-1 text-xs">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
