import * as Popover from '@radix-ui/react-popover'
import { type KeyboardEvent, useState } from 'react'
import { Icon } from '../icons.tsx'
import { type RegionNode, usePorts } from '../ports.ts'
import { useIsNarrow } from '../use-media.ts'
import { type ControlProps, isPrintable, PickPanel, PickTrigger, usePanel } from './picker.tsx'
import { findPlaces, NOWHERE, nameOf, type Place, pathOf, placeOf } from './regions.ts'

interface RegionSelectProps extends ControlProps {
  value: Place
  onValue: (place: Place) => void
  placeholder?: string
}

interface LevelProps {
  nodes: readonly RegionNode[]
  chosen: RegionNode | undefined
  /** Node to start at; its children are the next level. */
  first: RegionNode | undefined
  label: string
  onPick: (node: RegionNode) => void
}

/** Arrows, Home and End walk within a level and between levels; typing goes to the search. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  const list = currentTarget.closest('[role=listbox]')
  if (isPrintable(event)) currentTarget.closest('[role=dialog]')?.querySelector('input')?.focus()
  const target = {
    Home: list?.firstElementChild,
    End: list?.lastElementChild,
    ArrowDown: currentTarget.nextElementSibling,
    ArrowUp: currentTarget.previousElementSibling,
    ArrowRight: list?.nextElementSibling?.querySelector('[role=option]'),
    ArrowLeft: list?.previousElementSibling?.querySelector('[aria-selected=true]'),
  }[key]
  if (!(target instanceof HTMLElement)) return
  event.preventDefault()
  target.focus()
}

/** From the search down into the list. */
function toList(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown') return
  const option = event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=option][tabindex="0"]')
  if (!option) return
  event.preventDefault()
  option.focus()
}

function Level({ nodes, chosen, first, label, onPick }: LevelProps) {
  return (
    <div
      role="listbox"
      aria-label={label}
      className="max-h-64 w-full overflow-y-auto border-line p-1 sm:w-44 sm:not-first:border-l"
    >
      {nodes.map((node) => (
        <button
          key={node.value}
          type="button"
          role="option"
          // One tab stop a level; arrows walk within it.
          tabIndex={node === (first ?? nodes[0]) ? 0 : -1}
          aria-selected={node === chosen}
          ref={node === first ? (own) => own?.scrollIntoView({ block: 'nearest' }) : undefined}
          onClick={() => onPick(node)}
          onKeyDown={walk}
          className="flex w-full items-center gap-1 rounded px-2.5 py-1.5 text-left hover:bg-hover aria-selected:bg-brand-soft aria-selected:text-brand-ink"
        >
          <span className="min-w-0 flex-1 truncate">{node.label}</span>
          {(node.children?.length ?? 0) > 0 && (
            <Icon name="chevronRight" size={12} className="text-ink-faint" />
          )}
        </button>
      ))}
    </div>
  )
}

const LEVELS = ['省', '市', '县（区）']
const FOUND_AT_MOST = 50

interface CascadeProps {
  regions: readonly RegionNode[]
  path: readonly RegionNode[]
  /** Province that is unfolded while nothing is chosen. */
  home?: string | undefined
  onPick: (path: readonly RegionNode[]) => void
}

/** Levels side by side; on a narrow screen one at a time with a back button. */
function Cascade({ regions, path, home, onPick }: CascadeProps) {
  const isNarrow = useIsNarrow()
  const open = path.length > 0 ? path : regions.filter(({ value }) => value === home)
  const levels = [regions, ...open.map(({ children }) => children ?? [])]
    .map((nodes) => nodes.filter(({ endedOn }) => !endedOn))
    .filter(({ length }) => length > 0)
  const [shown, setShown] = useState(levels.length - 1)
  const at = Math.min(shown, levels.length - 1)
  const level = (nodes: readonly RegionNode[], depth: number) => (
    <Level
      key={LEVELS[depth]}
      nodes={nodes}
      chosen={path[depth]}
      first={open[depth]}
      label={LEVELS[depth] ?? ''}
      onPick={(node) => {
        setShown(depth + 1)
        onPick([...open.slice(0, depth), node])
      }}
    />
  )
  if (!isNarrow) return <div className="flex min-h-0">{levels.map(level)}</div>
  return (
    <>
      <div className="flex flex-wrap gap-x-3 border-line border-b px-3 py-1.5">
        {levels.map((_, depth) => (
          <button
            key={LEVELS[depth]}
            type="button"
            aria-pressed={depth === at}
            className="py-0.5 text-ink-soft aria-pressed:text-brand-ink"
            onClick={() => setShown(depth)}
          >
            {path[depth]?.label ?? `选择${LEVELS[depth]}`}
          </button>
        ))}
      </div>
      {level(levels[at] ?? [], at)}
    </>
  )
}

function Found({ regions, words, onPick }: Omit<CascadeProps, 'path'> & { words: string }) {
  const found = findPlaces(regions, words, FOUND_AT_MOST)
  return (
    <div role="listbox" aria-label="查找结果" className="min-h-0 overflow-y-auto p-1">
      {found.map((each) => (
        <button
          key={each.at(-1)?.value}
          type="button"
          role="option"
          tabIndex={0}
          aria-selected={false}
          onClick={() => onPick(each)}
          onKeyDown={walk}
          className="block w-full rounded px-2.5 py-1.5 text-left hover:bg-hover"
        >
          {nameOf(each)}
        </button>
      ))}
      {found.length === 0 && <p className="px-2.5 py-4 text-center text-ink-faint">没有匹配的地区</p>}
    </div>
  )
}

interface RegionPickerProps extends RegionSelectProps {
  /** Hook that loads the regions on demand. Must be stable. */
  useRegions: (isNeeded: boolean) => readonly RegionNode[]
  /** Province that is unfolded while nothing is chosen. */
  home?: string | undefined
}

/** Province, city and county in one control, with regions from any source. */
export function RegionPicker({
  value,
  onValue,
  placeholder = '请选择',
  useRegions,
  home,
  ...control
}: RegionPickerProps) {
  const { isOpen, words, setWords, open, setOpen } = usePanel()
  const regions = useRegions(isOpen || value.provinceCode !== '')
  const path = pathOf(regions, value)
  const needle = words.trim()

  const pick = (next: readonly RegionNode[]) => {
    onValue(placeOf(next))
    setWords('')
    if (needle !== '' || (next.at(-1)?.children?.length ?? 0) === 0) setOpen(false)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <PickTrigger
        {...control}
        isOpen={isOpen}
        onOpen={open}
        text={nameOf(path)}
        placeholder={placeholder}
        onClear={value.provinceCode && !control.disabled ? () => onValue(NOWHERE) : undefined}
      />
      <PickPanel
        label={control['aria-label'] ?? placeholder}
        className="min-w-[max(var(--radix-popover-trigger-width),280px)] max-w-[calc(100vw-1rem)]"
      >
        <input
          type="search"
          aria-label="按名称查找地区"
          placeholder="输入省、市、县名称查找"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={toList}
          className="control m-2 mb-1 w-auto! shrink-0"
        />
        {needle ? (
          <Found regions={regions} words={needle} onPick={pick} />
        ) : (
          <Cascade regions={regions} path={path} home={home} onPick={pick} />
        )}
      </PickPanel>
    </Popover.Root>
  )
}

/** Province, city and county in one control, by level or by search. */
export function RegionSelect(props: RegionSelectProps) {
  const { useRegions, homeProvince } = usePorts()
  return <RegionPicker {...props} useRegions={useRegions} home={homeProvince()} />
}
