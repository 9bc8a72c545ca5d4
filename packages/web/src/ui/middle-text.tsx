/** Shorter texts are cut at their end. */
const CUT_FROM = 12
/** Characters at the end that are always shown. */
const TAIL = 6

/** Text that is cut in its middle when space is short, because similar names differ at their ends. On cards it wraps. */
export function MiddleText({ children: text }: { children: string }) {
  if (text.length < CUT_FROM) return <span className="truncate">{text}</span>
  const letters = [...text]
  return (
    <span className="inline-flex min-w-0 max-w-full align-bottom in-[.cards]:inline" title={text}>
      <span className="truncate whitespace-pre in-[.cards]:whitespace-normal">
        {letters.slice(0, -TAIL).join('')}
      </span>
      <span className="shrink-0 whitespace-pre in-[.cards]:whitespace-normal">
        {letters.slice(-TAIL).join('')}
      </span>
    </span>
  )
}
