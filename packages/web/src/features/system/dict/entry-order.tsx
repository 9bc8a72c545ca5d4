import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoveButtons, useMoveFocus } from '../../../ui/moving.tsx'
import { Key } from '../../../ui/review/key.tsx'
import { type DictEntry, systemMutations } from '../queries.ts'

/** The entries in the order shown, ahead of the server while a move is being saved. */
function useOrder(entries: readonly DictEntry[]) {
  const [ids, setIds] = useState(() => entries.map(({ id }) => id))
  // The list arrives later than the reply, and the next move needs the new version.
  const versions = useRef(new Map<number, number>())
  const moving = useMutation({
    ...systemMutations.changeEntry,
    onSuccess: ({ id, version = 0 }) => void versions.current.set(id, version),
    // Another administrator has changed the entry. The list shows the stored state.
    onError: () => setIds(entries.map(({ id }) => id)),
  })
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const shown = ids.flatMap((id) => byId.get(id) ?? [])
  const moveTo = (id: number, to: number): boolean => {
    const entry = byId.get(id)
    const at = ids.indexOf(id)
    if (!entry || moving.isPending || to === at || to < 0 || to >= ids.length) return false
    setIds(ids.toSpliced(at, 1).toSpliced(to, 0, id))
    const version = Math.max(entry.version ?? 0, versions.current.get(id) ?? 0)
    moving.mutate({ entry: { ...entry, version }, position: to + 1 })
    return true
  }
  return { shown, moveTo, isSaving: moving.isPending }
}

interface RowProps {
  entry: DictEntry
  index: number
  last: number
  isDragged: boolean
  isOver: boolean
  onMove: (to: number) => void
  onDrag: (isDragged: boolean) => void
  onOver: () => void
  onDrop: () => void
}

function OrderRow({ entry, index, last, isDragged, isOver, onMove, onDrag, onOver, onDrop }: RowProps) {
  const { id, label, value, enabled = true } = entry
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(index + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
      onDragOver={(event) => {
        event.preventDefault()
        onOver()
      }}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
      onKeyDown={onKeyDown}
      className={`flex cursor-grab items-center gap-3 px-3 py-1 text-s ${isDragged ? 'opacity-50' : ''} ${isOver ? 'bg-brand-soft' : ''}`}
    >
      <span className="w-7 text-right text-ink-faint tabular-nums">{index + 1}</span>
      <span className={`min-w-0 flex-1 truncate ${enabled ? '' : 'text-ink-faint'}`}>
        {label}
        {!enabled && '（停用）'}
      </span>
      <span className="font-mono text-ink-faint text-xs">{value}</span>
      <span className="flex">
        <MoveButtons
          id={id}
          index={index}
          last={last}
          labels={[`上移 ${label}`, `下移 ${label}`]}
          onMove={onMove}
        />
      </span>
    </li>
  )
}

interface EntryOrderProps {
  entries: readonly DictEntry[]
  onClose: () => void
}

/** Puts the entries of a dictionary in order, by dragging or by keys. Saves each move immediately. */
export function EntryOrder({ entries, onClose }: EntryOrderProps) {
  const { shown, moveTo, isSaving } = useOrder(entries)
  const list = useRef<HTMLOListElement>(null)
  const keepFocus = useMoveFocus(list)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [said, setSaid] = useState('')
  const move = ({ id, label }: DictEntry, to: number) => {
    keepFocus()
    if (moveTo(id, to)) setSaid(`${label}已移到第 ${to + 1} 位`)
  }
  const drop = (to: number) => {
    const entry = shown.find(({ id }) => id === dragged)
    if (entry) move(entry, to)
    setDragged(undefined)
    setOver(undefined)
  }
  return (
    <Dialog
      open
      title="调整顺序"
      onClose={onClose}
      footer={
        <Button look="primary" busy={isSaving} onClick={onClose}>
          完成
        </Button>
      }
    >
      <p className="mb-3 text-ink-soft text-s">
        拖动，或按箭头移动
        <span className="max-sm:hidden">
          （<Key>Alt ↑</Key> <Key>Alt ↓</Key>）
        </span>
        ，即时保存；填报时按此顺序列出。
      </p>
      <ol ref={list} aria-label="字典项" className="divide-y divide-line rounded-md border border-line">
        {shown.map((entry, index) => (
          <OrderRow
            key={entry.id}
            entry={entry}
            index={index}
            last={shown.length - 1}
            isDragged={dragged === entry.id}
            isOver={dragged !== undefined && over === index}
            onMove={(to) => move(entry, to)}
            onDrag={(isDragged) => setDragged(isDragged ? entry.id : undefined)}
            onOver={() => dragged !== undefined && setOver(index)}
            onDrop={() => drop(index)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </Dialog>
  )
}
