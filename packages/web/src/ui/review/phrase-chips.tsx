interface PhraseChipsProps {
  phrases: readonly string[]
  onPick: (phrase: string) => void
}

/** Phrases that insert their text. */
export function PhraseChips({ phrases, onPick }: PhraseChipsProps) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {phrases.map((phrase) => (
        <li key={phrase}>
          <button
            type="button"
            onClick={() => onPick(phrase)}
            className="min-h-6 rounded-full border border-line-strong bg-surface px-2.5 text-left text-xs leading-[22px] hover:border-brand hover:text-brand-ink max-lg:min-h-8"
          >
            {phrase}
          </button>
        </li>
      ))}
    </ul>
  )
}
