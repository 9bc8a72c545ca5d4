import { type KeyboardEvent, useId, useState } from 'react'
import { Icon } from '../icons.tsx'

export interface PickOption {
  value: string
  label: string
}

const SEARCH_FROM = 9
const SHOWN_AT_MOST = 200

interface PickListProps {
  options: readonly PickOption[]
  chosen: readonly string[]
  isMultiple: boolean
  label: string
  /** Initial search text. */
  words: string
  onPick: (value: string) => void
}

const PAGE = 10

/** Returns the index that a key leads to. Home and End move the caret of a search that has text. */
function stepOf(key: string, at: number, last: number, hasWords: boolean): number | undefined {
  if (hasWords && (key === 'Home' || key === 'End')) return undefined
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: last,
  }
  const next = Object.entries(to).find(([name]) => name === key)?.[1]
  return next === undefined ? undefined : Math.min(last, Math.max(0, next))
}

/** The options that match the search, and the active one. */
function usePicking({ options, chosen, onPick, ...props }: Omit<PickListProps, 'isMultiple' | 'label'>) {
  const id = useId()
  const [words, setWords] = useState(props.words)
  const [at, setAt] = useState(() =>
    props.words
      ? 0
      : Math.max(
          0,
          options.findIndex(({ value }) => chosen.includes(value)),
        ),
  )
  const needle = words.trim().toLowerCase()
  const found = needle ? options.filter(({ label }) => label.toLowerCase().includes(needle)) : options
  const shown = found.slice(0, SHOWN_AT_MOST)
  const active = shown[Math.min(at, shown.length - 1)]
  const optionId = (value = '') => `${id}-${value}`

  const search = (text: string) => {
    setWords(text)
    setAt(0)
  }
  const press = (event: KeyboardEvent) => {
    const next = stepOf(event.key, at, shown.length - 1, words !== '')
    if (next !== undefined) {
      setAt(next)
      document.getElementById(optionId(shown[next]?.value))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && active) onPick(active.value)
    else return
    event.preventDefault()
  }
  return { id, words, search, press, shown, hidden: found.length - shown.length, active, setAt, optionId }
}

/** A list of choices with a search, which is visible when the list is long and takes the keys of the list. */
export function PickList({ isMultiple, label, ...picking }: PickListProps) {
  const { options, chosen, onPick } = picking
  const { id, words, search, press, shown, hidden, active, setAt, optionId } = usePicking(picking)
  return (
    <>
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={active && optionId(active.value)}
        aria-label={`搜索${label}`}
        placeholder="输入关键字"
        value={words}
        onChange={(event) => search(event.target.value)}
        onKeyDown={press}
        className={options.length >= SEARCH_FROM ? 'control m-2 mb-1 w-auto! shrink-0' : 'sr-only'}
      />
      <div
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        className="min-h-0 overflow-y-auto p-1"
      >
        {shown.map((option, index) => (
          <PickItem
            key={option.value}
            id={optionId(option.value)}
            option={option}
            isChosen={chosen.includes(option.value)}
            isActive={option === active}
            onPick={() => onPick(option.value)}
            onPoint={() => setAt(index)}
          />
        ))}
        {shown.length === 0 && <p className="px-2.5 py-4 text-center text-ink-faint">没有匹配的选项</p>}
        {hidden > 0 && <p className="px-2.5 py-1.5 text-ink-faint text-xs">还有 {hidden} 项，请输入关键字</p>}
      </div>
    </>
  )
}

interface PickItemProps {
  id: string
  option: PickOption
  isChosen: boolean
  isActive: boolean
  onPick: () => void
  onPoint: () => void
}

function PickItem({ id, option, isChosen, isActive, onPick, onPoint }: PickItemProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={onPick}
      onPointerMove={onPoint}
      className={`flex cursor-pointer items-center gap-2 rounded px-2.5 py-1.5 ${isActive ? 'bg-hover' : ''} ${isChosen ? 'text-brand-ink' : ''}`}
    >
      <span className="min-w-0 flex-1 break-words">{option.label}</span>
      {isChosen && <Icon name="check" size={14} />}
    </div>
  )
}
