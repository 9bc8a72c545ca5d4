import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { Key } from '../../ui/review/key.tsx'
import { Going, LeftOutRows } from './batch-sections.tsx'
import { type Passing, sumsText } from './pass-model.ts'
import { isEnough, Suspected, type Ticks, Warnings } from './pass-sections.tsx'
import { usePassPlan } from './use-pass-plan.ts'

/** Request of the dialog: projects, opinion, and reasons for suspected duplicates. */
export interface PassWords {
  ids: number[]
  opinion: string
  passReasons: { id: number; reason: string }[]
}

interface PassDialogProps {
  rows: readonly Passing[]
  isBusy: boolean
  needsOpinion: boolean
  onConfirm: (words: PassWords) => void
  onClose: () => void
}

/** Suspected duplicates that are to pass. A reason that is long enough ticks its project. */
function useTicks(): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [reasons, setReasons] = useState<Readonly<Record<number, string>>>({})
  return {
    ticked,
    reasons,
    onTick: (id, isTicked) =>
      setTicked(new Set(isTicked ? [...ticked, id] : [...ticked].filter((each) => each !== id))),
    onReason(id, reason) {
      setReasons({ ...reasons, [id]: reason })
      if (isEnough(reason)) setTicked(new Set([...ticked, id]))
    },
  }
}

interface NoteFacts {
  isLoading: boolean
  isNone: boolean
  lacksOpinion: boolean
}

function noteOf({ isLoading, isNone, lacksOpinion }: NoteFacts): string {
  if (isLoading) return '正在核对…'
  if (isNone) return '没有可通过的项目'
  return lacksOpinion ? '请填写办理意见' : '结果逐件列出，未成功的可重试'
}

/** Confirms a pass: its recipient, projects that need a reason, and projects left out with the reason. */
export function PassDialog({ rows, isBusy, needsOpinion, onConfirm, onClose }: PassDialogProps) {
  const { plan, pairs, records, goal, isLoading } = usePassPlan(rows)
  const ticks = useTicks()
  const { ticked, reasons } = ticks
  const [opinion, setOpinion] = useState('')
  const passing = [
    ...plan.clear,
    ...plan.suspected.filter(({ id }) => ticked.has(id) && isEnough(reasons[id])),
  ]
  const rest = rows.length - passing.length
  const lacksOpinion = needsOpinion && opinion.trim() === ''
  const isBlocked = isLoading || passing.length === 0 || lacksOpinion
  const confirm = () => {
    if (isBlocked || isBusy) return
    onConfirm({
      ids: passing.map(({ id }) => id),
      opinion: opinion.trim(),
      passReasons: passing.flatMap(({ id }) =>
        plan.suspected.some((row) => row.id === id) ? [{ id, reason: (reasons[id] ?? '').trim() }] : [],
      ),
    })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    confirm()
  }
  return (
    <Dialog
      open
      isFirm={opinion !== '' || ticked.size > 0}
      onClose={onClose}
      size="summary"
      title={`通过 ${rows.length} 件前核对`}
      description={sumsText(rows)}
      footer={
        <>
          <span id="pass-note" className="mr-auto self-center text-ink-soft text-s">
            {noteOf({ isLoading, isNone: passing.length === 0, lacksOpinion })}
          </span>
          <Button onClick={onClose}>返回</Button>
          <Button
            look="primary"
            busy={isBusy}
            aria-disabled={isBlocked}
            aria-describedby="pass-note"
            className="aria-disabled:opacity-60"
            onClick={confirm}
          >
            {rest > 0 ? `通过 ${passing.length} 件，留下 ${rest} 件` : `通过 ${passing.length} 件`}
            <Key>Ctrl Enter</Key>
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-3" onKeyDown={press}>
        <legend className="sr-only">核对</legend>
        <Going title="将通过" icon="check" tone="border-success-line" rows={plan.clear} goal={goal} />
        <Suspected rows={plan.suspected} pairs={pairs} ticks={ticks} />
        <LeftOutRows left={plan.left} />
        <Warnings rows={passing} records={records} />
        <Field label="办理意见（写入每一件的办理记录）" required={needsOpinion}>
          {(control) => <Textarea {...control} maxLength={500} value={opinion} onValue={setOpinion} />}
        </Field>
      </fieldset>
    </Dialog>
  )
}
