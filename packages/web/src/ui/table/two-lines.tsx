interface TwoLinesProps {
  first: string | undefined
  second?: string | undefined
}

/** Content of a cell in two lines, of which the second explains the first. */
export function TwoLines({ first, second }: TwoLinesProps) {
  if (!first && !second) return '—'
  return (
    <>
      <span className="block truncate leading-[18px]">{first ?? '—'}</span>
      {second && <span className="block truncate text-ink-faint text-xs leading-[17px]">{second}</span>}
    </>
  )
}
