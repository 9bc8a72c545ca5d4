import type { Kinds } from '../page-filter.ts'
import { useShown } from '../shown.ts'
import { useKindTexts } from './kind-texts.ts'

/** A condition of a card, which its files have, too. */
function KindWord({ label, text }: { label: string; text: string }) {
  const host = useShown<HTMLLIElement>({ kind: 'condition', label, text })
  return (
    <li ref={host}>
      {label}：{text}
    </li>
  )
}

/** The kinds of projects that a card is limited to, where they cannot be changed. */
export function KindWords({ filter, className = '' }: { filter: Kinds; className?: string }) {
  const texts = useKindTexts(filter)
  if (texts.length === 0) return null
  return (
    <ul aria-label="筛选条件" className={`flex flex-wrap gap-x-3 text-ink-soft text-xs ${className}`}>
      {texts.map(({ name, label, text }) => (
        <KindWord key={name} label={label} text={text} />
      ))}
    </ul>
  )
}
