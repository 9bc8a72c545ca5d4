import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Checkbox, Input } from '../../ui/inputs.tsx'
import type { Remarks } from './send-usage.ts'
import { isSubmitKey } from './submit-key.ts'
import {
  answerKey,
  isReason,
  LEAST_REASON,
  openWarnings,
  type Reasons,
  remarksOf,
  type StayingLine,
  type SubmissionPlan,
  warningKey,
  warningsOf,
} from './usage-submission.ts'
import type { Reviewer } from './use-place-name.ts'
import type { UsageLine } from './use-usage-sheet.ts'

interface PartProps {
  title: string
  aside?: string
  isAmber?: boolean
  children: ReactNode
}

function Part({ title, aside, isAmber = false, children }: PartProps) {
  const look = isAmber ? 'border-warning-line' : 'border-line'
  return (
    <section aria-label={title} className={`overflow-clip rounded-lg border ${look}`}>
      <h3
        className={`flex items-center gap-2 border-b px-4 py-2 ${look} ${isAmber ? 'bg-warning-soft text-warning' : ''}`}
      >
        {isAmber && <Icon name="alert" size={14} />}
        {title}
        {aside && <span className="ml-auto text-ink-faint text-xs">{aside}</span>}
      </h3>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  )
}

const energies = ({ typed }: UsageLine) =>
  `${typed['chargeEnergy'] || '—'} / ${typed['dischargeEnergy'] || '—'}`

interface LineProps {
  line: UsageLine
  reasons: Reasons
  onReason: (key: string, text: string) => void
  isChosen: boolean
  onChosen: (isChosen: boolean) => void
}

function Warnings({ line, reasons, onReason }: Pick<LineProps, 'line' | 'reasons' | 'onReason'>) {
  return warningsOf(line).map((warning) => {
    const key = warningKey(line, warning)
    return (
      <div key={key} className="mt-1.5 ml-6 grid gap-1">
        <p className="flex items-center gap-1.5 text-warning">
          <Icon name="alert" size={13} />
          {warning.message}
        </p>
        <Input
          aria-label={`${line.due.projectName}，${warning.message}，原因`}
          placeholder="请写明原因"
          maxLength={500}
          value={reasons[key] ?? ''}
          onValue={(text) => onReason(key, text)}
        />
      </div>
    )
  })
}

/** Handling of each remark of the return. */
function Answers({ line }: { line: UsageLine }) {
  if (line.remarks.length === 0) return null
  return (
    <ul className="mt-1 ml-6 flex flex-wrap gap-x-5 text-ink-soft">
      {line.remarks.map(({ item: { remark }, state }) => (
        <li key={remark.id} className="flex items-center gap-1.5">
          <Icon name="check" size={13} className="text-success" />
          {remark.fieldLabel}：{state === 'changed' ? '已修改' : `未改，已答复“${remark.answer ?? ''}”`}
        </li>
      ))}
    </ul>
  )
}

function ReadyLine({ line, reasons, onReason, isChosen, onChosen }: LineProps) {
  const { changedFields = [] } = line.due.item ?? {}
  return (
    <li className="px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-4">
        <Checkbox checked={isChosen} onChecked={onChosen}>
          {line.due.projectName}
        </Checkbox>
        <span className="ml-auto tabular-nums">{energies(line)}</span>
        {changedFields.length > 0 && (
          <span className="text-success text-xs">退回后已改 {changedFields.length} 处</span>
        )}
      </div>
      {isChosen && <Answers line={line} />}
      {isChosen && <Warnings line={line} reasons={reasons} onReason={onReason} />}
    </li>
  )
}

function UnchangedLine({ line, reasons, onReason, isChosen, onChosen }: LineProps) {
  const key = answerKey(line)
  const labelId = useId()
  const isFit = isReason(reasons[key])
  return (
    <li className="px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-4">
        <Checkbox checked={isChosen && isFit} disabled={!isFit} onChecked={onChosen}>
          {line.due.projectName}
        </Checkbox>
        <span className="ml-auto tabular-nums">{energies(line)}</span>
        <span className="text-warning text-xs">与退回时相同</span>
      </div>
      <div className="mt-1.5 ml-6 flex items-center gap-2">
        <span id={labelId} className="shrink-0 text-ink-soft">
          如确认无误，写明理由后勾选：
        </span>
        <Input
          aria-label={`${line.due.projectName}，未改的理由`}
          placeholder={`至少 ${LEAST_REASON} 个字`}
          maxLength={500}
          value={reasons[key] ?? ''}
          onValue={(text) => onReason(key, text)}
        />
      </div>
      {isChosen && isFit && <Warnings line={line} reasons={reasons} onReason={onReason} />}
    </li>
  )
}

const MOST_NAMED = 20

/** Rows that are not sent. Rows without input are counted, because a company may have hundreds of them. */
function Staying({ staying }: { staying: readonly StayingLine[] }) {
  const empty = staying.filter(({ line }) => line.isOpen && !line.isFilled)
  const named = staying.filter(({ line }) => !line.isOpen || line.isFilled)
  const others = named.length - MOST_NAMED
  return (
    <Part title={`不提交 ${staying.length.toLocaleString('zh-CN')} 行`}>
      {named.slice(0, MOST_NAMED).map(({ line, reason }) => (
        <li key={line.id} className="flex flex-wrap items-center gap-x-4 px-4 py-2 text-ink-soft">
          <span className="min-w-0 truncate">{line.due.projectName}</span>
          <span className={`ml-auto ${line.isOpen ? 'text-danger' : ''}`}>{reason}</span>
        </li>
      ))}
      {others > 0 && <li className="px-4 py-2 text-ink-faint">另有 {others} 行</li>}
      {empty.length > 0 && <li className="px-4 py-2 text-ink-faint">未填报 {empty.length} 行</li>}
    </Part>
  )
}

/** The selected rows and their reasons. */
function useSubmission({ ready, unchanged }: SubmissionPlan) {
  const [reasons, setReasons] = useState<Reasons>({})
  // Rows change groups while the last input is being saved. Only the selection made by the user is kept.
  const [ticks, setTicks] = useState<Readonly<Record<number, boolean>>>({})
  const readyIds = new Set(ready.map(({ id }) => id))
  const isTicked = ({ id }: UsageLine) => ticks[id] ?? readyIds.has(id)
  const going = [
    ...ready.filter(isTicked),
    ...unchanged.filter((line) => isTicked(line) && isReason(reasons[answerKey(line)])),
  ]
  const propsOf = (line: UsageLine): LineProps => ({
    line,
    reasons,
    onReason: (key, text) => setReasons((before) => ({ ...before, [key]: text })),
    isChosen: isTicked(line),
    onChosen: (isChosen) => setTicks((before) => ({ ...before, [line.id]: isChosen })),
  })
  return { reasons, going, propsOf }
}

function blockedBy(going: readonly UsageLine[], open: number, isSaving: boolean): string | undefined {
  if (going.length === 0) return '没有可提交的行'
  if (isSaving) return '正在保存，请稍候'
  return open > 0 ? `还差 ${open} 条原因，写完即可提交` : undefined
}

interface UsageSubmitProps {
  title: string
  reviewer: Reviewer
  plan: SubmissionPlan
  /** The rows are being saved, so their versions will change. */
  isSaving: boolean
  isBusy: boolean
  onSubmit: (lines: readonly UsageLine[], remarks: Remarks) => void
  onClose: () => void
}

/** Confirms a submission: rows, recipient, and rows that stay. */
export function UsageSubmit({ title, reviewer, plan, isSaving, isBusy, ...on }: UsageSubmitProps) {
  const { onSubmit, onClose } = on
  const { office, short } = reviewer
  const { ready, unchanged, staying } = plan
  const { reasons, going, propsOf } = useSubmission(plan)
  const blocked = blockedBy(going, openWarnings(going, reasons).length, isSaving)
  const blockedId = useId()
  const submit = () => !blocked && !isBusy && onSubmit(going, remarksOf(going, reasons))
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title={title}
      size="wide"
      footer={
        <>
          <span id={blockedId} role="status" className="mr-auto self-center text-s text-warning">
            {blocked ?? <span className="text-ink-faint">审核前可撤回；其余行保留为草稿</span>}
          </span>
          <Button onClick={onClose}>返回填报</Button>
          <Button
            look="primary"
            busy={isBusy}
            aria-disabled={blocked !== undefined || undefined}
            aria-describedby={blocked ? blockedId : undefined}
            title="Ctrl+Enter"
            onClick={submit}
          >
            提交 {going.length} 行给{short}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter anywhere in the dialog presses its main button */}
      <div className="grid gap-3.5 text-s" onKeyDown={(event) => isSubmitKey(event) && submit()}>
        <p className="flex items-center gap-2 rounded-lg bg-brand-soft px-4 py-2">
          <Icon name="chevronRight" size={14} />送 {office} 审核
        </p>
        {ready.length > 0 && (
          <Part title={`可提交 ${ready.length} 行`} aside="充电量 / 放电量（万kWh）">
            {ready.map((line) => (
              <ReadyLine key={line.id} {...propsOf(line)} />
            ))}
          </Part>
        )}
        {unchanged.length > 0 && (
          <Part title="退回后未改，默认不提交" isAmber>
            {unchanged.map((line) => (
              <UnchangedLine key={line.id} {...propsOf(line)} />
            ))}
          </Part>
        )}
        {staying.length > 0 && <Staying staying={staying} />}
      </div>
    </Dialog>
  )
}
