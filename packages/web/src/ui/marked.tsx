interface MarkedProps {
  pieces: readonly { text: string; hit?: boolean }[]
}

/** A text whose hits of a search are marked. */
export function Marked({ pieces }: MarkedProps) {
  return pieces.map(({ text, hit }, at) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their order
      <mark key={at} className="rounded-sm bg-warning-soft text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
