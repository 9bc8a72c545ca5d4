interface Range {
  start: number
  end: number
}

/** A text with ranges of it marked, in order. */
export function RangedText({ text, ranges = [] }: { text: string; ranges?: readonly Range[] | undefined }) {
  let done = 0
  const pieces = ranges.map(({ start, end }) => {
    const piece = { plain: text.slice(done, start), hit: text.slice(start, end), start }
    done = end
    return piece
  })
  return (
    <>
      {pieces.map(({ plain, hit, start }) => (
        <span key={start}>
          {plain}
          <mark className="rounded-sm bg-warning-soft text-inherit">{hit}</mark>
        </span>
      ))}
      {text.slice(done)}
    </>
  )
}
