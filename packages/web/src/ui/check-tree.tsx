import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import {
  branchesOf,
  type CheckNode,
  type CheckRow,
  type CheckState,
  foundIn,
  leavesOf,
  rowsOf,
  stateOf,
  toggled,
} from './check-tree-model.ts'
import { Icon } from './icons.tsx'
import { Input } from './inputs.tsx'

const INDENT = 22

const BOXES: Readonly<Record<CheckState, string>> = {
  true: 'border-brand bg-brand text-white',
  mixed: 'border-brand bg-surface text-brand',
  false: 'border-line-strong bg-surface text-transparent',
}

/** The look of a checkbox; the state itself is on the row. */
function Box({ state, isLocked }: { state: CheckState; isLocked: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-4 shrink-0 place-items-center rounded border ${BOXES[state]} ${isLocked ? 'opacity-60' : ''}`}
    >
      {state === 'mixed' ? <span className="h-0.5 w-2 bg-brand" /> : <Icon name="check" size={12} />}
    </span>
  )
}

interface RowProps {
  row: CheckRow
  chosen: ReadonlySet<string>
  isCurrent: boolean
  onOpen: (id: string) => void
  onToggle: (node: CheckNode) => void
  onPress: (event: KeyboardEvent) => void
}

function TreeRow({ row: { node, level, at, among, isBranch, isOpen }, chosen, isCurrent, ...on }: RowProps) {
  const state = stateOf(node, chosen)
  const leaves = leavesOf(node)
  const count = leaves.filter(({ id }) => chosen.has(id)).length
  const reason = leaves.every(({ locked }) => locked !== undefined) ? leaves[0]?.locked : undefined
  return (
    <div
      role="treeitem"
      data-node={node.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={at}
      aria-setsize={among}
      aria-checked={state}
      aria-disabled={reason !== undefined}
      {...(isBranch ? { 'aria-expanded': isOpen } : {})}
      onClick={() => on.onToggle(node)}
      onKeyDown={on.onPress}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded pr-2 text-s hover:bg-hover focus-visible:outline-2 focus-visible:outline-brand"
      style={{ paddingLeft: (level - 1) * INDENT + 4 }}
    >
      <span
        aria-hidden="true"
        className={`grid size-5 place-items-center ${isBranch ? 'text-ink-soft' : 'invisible'}`}
        onClick={(event) => {
          event.stopPropagation()
          on.onOpen(node.id)
        }}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
      </span>
      <Box state={state} isLocked={reason !== undefined} />
      <span className={isBranch ? 'font-medium' : ''}>{node.title}</span>
      {node.note && <span className="text-ink-faint text-xs">{node.note}</span>}
      {reason && <span className="text-ink-faint text-xs">{reason}</span>}
      {isBranch && (
        <span className="ml-auto text-ink-faint text-xs tabular-nums">
          {count}/{leaves.length}
        </span>
      )}
    </div>
  )
}

/** The row that a key leads to from a row; undefined if the key does not move. */
function stepOf(key: string, rows: readonly CheckRow[], at: number): number | undefined {
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return Math.min(rows.length - 1, at + 1)
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'ArrowRight':
      return row?.isOpen ? at + 1 : undefined
    case 'ArrowLeft':
      return row?.parent === undefined || row.isOpen
        ? undefined
        : rows.findIndex(({ node }) => node.id === row.parent)
    default:
      return undefined
  }
}

interface CheckTreeProps {
  label: string
  nodes: readonly CheckNode[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

/** The rows with their keys: arrows move, open and close, Space and Enter choose. */
function Rows({
  label,
  nodes,
  chosen,
  onChosen,
  open,
  onOpen,
}: CheckTreeProps & { open: ReadonlySet<string>; onOpen: (open: ReadonlySet<string>) => void }) {
  const [current, setCurrent] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  const rows = rowsOf(nodes, open)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === current),
  )
  const flip = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    onOpen(next)
  }
  const press = (event: KeyboardEvent) => {
    const row = rows[at]
    const step = stepOf(event.key, rows, at)
    const flips = row?.isBranch && event.key === (row.isOpen ? 'ArrowLeft' : 'ArrowRight')
    if (step !== undefined) {
      moved.current = true
      setCurrent(rows[step]?.node.id)
    } else if (row && flips) flip(row.node.id)
    else if (row && (event.key === ' ' || event.key === 'Enter')) onChosen(toggled(row.node, chosen))
    else return
    event.preventDefault()
  }
  useEffect(() => {
    if (moved.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    moved.current = false
  })
  return (
    <div ref={box} role="tree" aria-label={label} aria-multiselectable="true">
      {rows.map((row, index) => (
        <TreeRow
          key={row.node.id}
          row={row}
          chosen={chosen}
          isCurrent={index === at}
          onOpen={flip}
          onPress={press}
          onToggle={(node) => {
            setCurrent(node.id)
            onChosen(toggled(node, chosen))
          }}
        />
      ))}
    </div>
  )
}

/** A tree of checkboxes with a search. A branch is half-checked when some of its leaves are chosen. */
export function CheckTree({ label, nodes, chosen, onChosen }: CheckTreeProps) {
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const found = foundIn(nodes, words)
  // Search hits are shown fully expanded.
  const shown = words.trim() === '' ? open : new Set(branchesOf(found))
  return (
    <section aria-label={label} className="min-w-0 rounded-md border border-line">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 border-line border-b px-2 py-1.5">
        <h3 className="mr-auto pl-1 font-medium text-s">{label}</h3>
        <div className="w-28">
          <Input
            type="search"
            aria-label={`查找${label}`}
            placeholder="查找"
            value={words}
            onValue={setWords}
          />
        </div>
        <Button look="quiet" className="px-2!" onClick={() => setOpen(new Set(branchesOf(nodes)))}>
          全部展开
        </Button>
        <Button look="quiet" className="px-2!" onClick={() => setOpen(new Set())}>
          全部收起
        </Button>
      </div>
      <div className="max-h-96 overflow-y-auto p-1.5">
        {found.length === 0 ? (
          <p className="px-2 py-6 text-center text-ink-soft text-s">没有符合条件的项</p>
        ) : (
          <Rows
            label={label}
            nodes={found}
            chosen={chosen}
            onChosen={onChosen}
            open={shown}
            onOpen={setOpen}
          />
        )}
      </div>
    </section>
  )
}
