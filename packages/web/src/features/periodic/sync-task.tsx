import { useMutation } from '@tanstack/react-query'
import type { WarehouseTask } from '@xinchu/sdk'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useSecondsLeft } from '../../ui/use-seconds-left.ts'
import { periodName } from './period.tsx'
import { periodicMutations } from './queries.ts'
import type { Period } from './usage-model.ts'

/** A task with its number and period, as every stored one has. */
type Stored = WarehouseTask & Period & { id: number }

const isStored = (task: WarehouseTask): task is Stored =>
  task.id !== undefined && task.year !== undefined && task.quarter !== undefined

const timeOf = (text = '') => text.slice(5, 16)
const byOf = ({ realName = '', askedAt }: Stored) => `${realName} ${timeOf(askedAt)} 提交`

/** The state in words. */
function textOf(task: Stored): string | undefined {
  const { state, dryRun, message = '', realName = '', result, finishedAt } = task
  const name = periodName(task)
  switch (state) {
    case 'COMPARING':
      return `正在核对${name}（${byOf(task)}），可离开本页`
    case 'COMPARED':
      return `${name}的差异于 ${timeOf(finishedAt)} 核对（${realName}），此后的变动未计入`
    case 'WAITING':
      return `${name}待入库（${byOf(task)}），此前什么也不写入`
    case 'RUNNING':
      return `正在入库${name}（${byOf(task)}），可离开本页，完成后以消息告知；写入完成前，原数据仍为正式数据`
    case 'DONE':
      return `已入库：${name}，新增 ${result?.added ?? 0}，变更 ${result?.changed ?? 0}，移出 ${result?.removed ?? 0}（${timeOf(finishedAt)}）`
    case 'FAILED':
      return `${name}${dryRun ? '核对' : '入库'}未完成，什么也没有写入：${message}`
    case 'UNDONE':
      return `${name}的入库已撤销，什么也没有写入`
    default:
      return undefined
  }
}

const SUCCESS = 'border-success-line bg-success-soft text-success'
const DANGER = 'border-danger-line bg-danger-soft text-danger'
const PLAIN = 'border-line bg-surface text-ink-soft'
const TONES: { readonly [State in WarehouseTask['state']]?: string } = { DONE: SUCCESS, FAILED: DANGER }

interface UndoProps {
  task: Stored
  takesFocus: boolean
  onUndone: () => void
}

/** Seconds until a sync begins, with the way to undo it for the one who asked. */
function Undo({ task: { id, undoSeconds = 0, own = false }, takesFocus, onUndone }: UndoProps) {
  // The first answer about a task counts: later ones are rounded anew.
  const [until] = useState(() => performance.now() + undoSeconds * 1_000)
  const left = useSecondsLeft(until)
  const undoing = useMutation({ ...periodicMutations.undoSync, onSuccess: onUndone })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  if (left === 0) return null
  return (
    <>
      <strong aria-hidden="true" className="font-medium">
        {left} 秒后入库
      </strong>
      {own && (
        <Button ref={button} icon="undo" busy={undoing.isPending} onClick={() => undoing.mutate({ id })}>
          撤销
        </Button>
      )}
    </>
  )
}

interface SyncTaskProps {
  task: WarehouseTask
  /** Whether 撤销 has the focus once it is there: for the one who has just asked. */
  takesFocus?: boolean
}

/** The state of the newest comparison or sync in words, also after a reload and for others who may sync. */
export function SyncTask({ task, takesFocus = false }: SyncTaskProps) {
  const line = useRef<HTMLDivElement>(null)
  const text = isStored(task) ? textOf(task) : undefined
  if (!isStored(task) || text === undefined) return null
  return (
    <div
      ref={line}
      tabIndex={-1}
      className={`flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border px-3 py-2 text-s ${TONES[task.state] ?? PLAIN}`}
    >
      {/* Announced when it changes, without the seconds that are left. */}
      <p role="status" className="min-w-0">
        {text}
      </p>
      {task.state === 'WAITING' && (
        <Undo key={task.id} task={task} takesFocus={takesFocus} onUndone={() => line.current?.focus()} />
      )}
    </div>
  )
}
