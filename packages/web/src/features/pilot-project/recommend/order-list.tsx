import { useMutation } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import type { DemoProjectRow } from '@xinchu/sdk'
import { type DragEvent, useState } from 'react'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { shortDay } from '../../../lib/due.ts'
import { figure } from '../../../lib/figures.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Key } from '../../../ui/review/key.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { pilotMutations } from '../queries.ts'

interface Props {
  /** The recommended projects of a batch. */
  rows: readonly DemoProjectRow[]
  isBusy: boolean
  onWithdraw: (row: DemoProjectRow) => void
}

const byOrder = (one: DemoProjectRow, other: DemoProjectRow) =>
  (one.recommendOrder ?? Number.MAX_SAFE_INTEGER) - (other.recommendOrder ?? Number.MAX_SAFE_INTEGER) ||
  one.id - other.id

/** Moves of one project up and down, which change the order of those that wait. */
function useOrder(sorted: readonly DemoProjectRow[]) {
  const ordering = useMutation(pilotMutations.order)
  const waiting = sorted.filter(({ status }) => status === DemoStatus.recommended)
  const isLocked =
    waiting.length === 0 ||
    sorted.some(({ readFlag, status }) => readFlag || status !== DemoStatus.recommended)
  const moveTo = (id: number, to: number) => {
    const ids = waiting.map((row) => row.id)
    const at = ids.indexOf(id)
    if (isLocked || at < 0 || to < 0 || to >= ids.length || ordering.isPending) return
    ids.splice(to, 0, ...ids.splice(at, 1))
    if (to !== at) ordering.mutate(ids)
  }
  const move = (id: number, step: -1 | 1) => moveTo(id, waiting.findIndex((row) => row.id === id) + step)
  return { isLocked, moveTo, move }
}

/** Dragging a row over others. */
function useDrag(moveTo: (id: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return {
    lookOf: (id: number, index: number) =>
      dragged === id ? 'opacity-50' : over === index ? 'bg-brand-soft' : '',
    handlersOf: (id: number, index: number) => ({
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        setDragged(id)
      },
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        setOver(index)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged !== undefined) moveTo(dragged, index)
        end()
      },
    }),
  }
}

const Head = ({ isLocked }: { isLocked: boolean }) => (
  <header className="flex min-h-11 flex-wrap items-center gap-x-3 border-line border-b px-4 py-2">
    <h2 className="font-medium">已推荐</h2>
    <p className="text-ink-soft text-s">
      {isLocked ? (
        '国家已签收，排序已锁定'
      ) : (
        <>
          排序随推荐汇总上报，
          <span className="max-lg:hidden">
            拖动或按 <Key>Alt ↑</Key> <Key>Alt ↓</Key> 调整；
          </span>
          国家签收后锁定
        </>
      )}
    </p>
  </header>
)

interface CellsProps extends Pick<Props, 'isBusy' | 'onWithdraw'> {
  row: DemoProjectRow
  index: number
  isLast: boolean
  isLocked: boolean
  onMove: (step: -1 | 1) => void
}

/** A recommended project, with what moves it and takes it back. */
function Cells({ row, index, isLast, isLocked, isBusy, onMove, onWithdraw }: CellsProps) {
  const { id, projectName, readFlag, actions, ratedPower, ratedEnergy } = row
  return (
    <>
      <span className="w-6 text-center">{index + 1}</span>
      <GrantedLink
        to="/demonstration/detail/$id"
        params={{ id: String(id) }}
        className="min-w-0 flex-1 basis-56 truncate text-brand-ink hover:underline"
      >
        {projectName}
      </GrantedLink>
      <span className="text-ink-soft max-sm:hidden">
        {figure(ratedPower)} / {figure(ratedEnergy)}
      </span>
      <span className="text-ink-soft max-sm:hidden">{row.waitingSince && shortDay(row.waitingSince)}</span>
      <StatusTag label={readFlag ? '已签收' : row.statusLabel} />
      {!isLocked && (
        <span className="flex">
          <IconButton
            icon="sortUp"
            label={`上移 ${projectName}`}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon="sortDown"
            label={`下移 ${projectName}`}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
        </span>
      )}
      {actions.includes('WITHDRAW') ? (
        <Button look="quiet" disabled={isBusy} onClick={() => onWithdraw(row)}>
          撤回<span className="sr-only">{projectName}</span>
        </Button>
      ) : (
        <span className="text-ink-faint">已锁定</span>
      )}
    </>
  )
}

/** The recommended projects in their order, which is locked once the nation has signed one in. */
export function OrderList({ rows, isBusy, onWithdraw }: Props) {
  const sorted = rows.toSorted(byOrder)
  const { isLocked, moveTo, move } = useOrder(sorted)
  const drag = useDrag(moveTo)
  if (sorted.length === 0) return null
  return (
    <section className="card overflow-hidden" aria-label="已推荐">
      <Head isLocked={isLocked} />
      <ol>
        {sorted.map((row, index) => (
          <li
            key={row.id}
            draggable={!isLocked}
            {...drag.handlersOf(row.id, index)}
            className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-4 py-2 text-s not-first:border-t ${isLocked ? '' : 'cursor-grab'} ${drag.lookOf(row.id, index)}`}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(row.id, event.key === 'ArrowUp' ? -1 : 1)
            }}
          >
            <Cells
              row={row}
              index={index}
              isLast={index === sorted.length - 1}
              isLocked={isLocked}
              isBusy={isBusy}
              onMove={(step) => move(row.id, step)}
              onWithdraw={onWithdraw}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
