import * as Popover from '@radix-ui/react-popover'
import { useState } from 'react'
import { isFar, leftText, shortDay, waitedText, waitingText } from '../../lib/due.ts'
import { momentOf } from '../../lib/moment.ts'
import { Icon } from '../icons.tsx'
import { useIsNarrow } from '../use-media.ts'

/** One step of a record's flow; compatible with the contract's ReviewStep. */
export interface FlowStep {
  name: string
  state: 'DONE' | 'CURRENT' | 'RETURNED' | 'NEXT'
  orgName?: string
  userName?: string
  /** Time at which it was done, or from which it waits. */
  time?: string
  dueTime?: string
  opinion?: string
}

const LOOKS = {
  DONE: 'border-success bg-success text-surface',
  CURRENT: 'border-brand bg-surface text-brand',
  RETURNED: 'border-danger bg-surface text-danger',
  NEXT: 'border-line-control bg-surface text-transparent',
} as const

/** Name without its common part: 盐池县 for 盐池县能源主管部门, 盐池一号储能 for its company. */
const shortOffice = (name: string | undefined): string =>
  (name ?? '')
    .replace(/(?:能源主管部门|(?:股份)?有限(?:责任)?公司)$/, '')
    .replace(/^(内蒙古|..)(?:壮族|回族|维吾尔)?自治区$/, '$1') || ' '

interface Place {
  isFirst: boolean
  isLast: boolean
  /** A later step returned the record. */
  isReturned: boolean
}

/** What was done at a step: 提交, 通过, 退回, 入库. */
const verbOf = ({ state, name }: FlowStep, { isFirst, isLast }: Omit<Place, 'isReturned'>): string => {
  if (state === 'RETURNED') return '退回'
  return isFirst ? '提交' : isLast ? name : '通过'
}

/** Describes the event of a step, such as 11-10 提交 or 已等 12 天. */
function eventOf(step: FlowStep, { isFirst, isLast, isReturned }: Place): string {
  const { state, time } = step
  if (!time || state === 'NEXT') return ''
  if (state === 'CURRENT') return isFirst ? (isReturned ? '待改正' : '待提交') : waitingText(time)
  return `${shortDay(time)} ${verbOf(step, { isFirst, isLast })}`
}

function Dot({ state }: { state: FlowStep['state'] }) {
  return (
    <span
      className={`relative z-1 mx-auto grid size-5 place-items-center rounded-full border-2 ${LOOKS[state]}`}
      aria-hidden="true"
    >
      {state === 'CURRENT' ? (
        <span className="size-2 rounded-full bg-brand" />
      ) : (
        <Icon name={state === 'RETURNED' ? 'undo' : 'check'} size={13} />
      )}
    </span>
  )
}

const STATES = { DONE: '已办', CURRENT: '办理中', RETURNED: '已退回', NEXT: '未到' } as const

/** Office, person, time and opinion of a step. */
function Details({ step }: { step: FlowStep }) {
  const { orgName, userName, time, dueTime, opinion, state } = step
  const hasDue = dueTime !== undefined && state === 'CURRENT' && !isFar(dueTime)
  return (
    <dl className="grid grid-cols-[4.5em_minmax(0,1fr)] gap-x-2 gap-y-1 text-s [&>dt]:text-ink-faint">
      <dt>单位</dt>
      <dd>{orgName ?? '—'}</dd>
      {userName && <dt>经办人</dt>}
      {userName && <dd>{userName}</dd>}
      {time && <dt>{state === 'CURRENT' ? '等待自' : '时间'}</dt>}
      {time && <dd>{momentOf(time)}</dd>}
      {hasDue && <dt>期限</dt>}
      {hasDue && (
        <dd>
          {shortDay(dueTime)}，{leftText(dueTime)}
        </dd>
      )}
      {opinion && <dt>意见</dt>}
      {opinion && <dd className="whitespace-pre-line break-words">{opinion}</dd>}
    </dl>
  )
}

function Step({ step, place }: { step: FlowStep; place: Place }) {
  const { isLast } = place
  return (
    <li className="relative min-w-0 text-center" aria-current={step.state === 'CURRENT' ? 'step' : undefined}>
      {!isLast && (
        <span
          className={`absolute top-[9px] left-1/2 h-0.5 w-full ${step.state === 'DONE' ? 'bg-success' : 'bg-line-strong'}`}
          aria-hidden="true"
        />
      )}
      <Popover.Root>
        <Popover.Trigger className="w-full rounded px-0.5 hover:bg-hover">
          <Dot state={step.state} />
          <span
            className={`mt-0.5 block text-s leading-5 ${step.state === 'CURRENT' ? 'text-brand-ink' : ''}`}
          >
            {step.name}
            <span className="sr-only">，{STATES[step.state]}</span>
          </span>
          <span className="block min-h-[17px] text-ink-faint text-xs leading-[17px]">
            {eventOf(step, place)}
          </span>
          <span className="block truncate text-ink-faint text-xs leading-[17px]">
            {shortOffice(step.orgName)}
          </span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            sideOffset={6}
            collisionPadding={12}
            aria-label={`${step.name}环节`}
            className="z-50 w-[280px] max-w-[calc(100vw-24px)] rounded-lg border border-line bg-surface p-3.5 shadow-float"
          >
            <Details step={step} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </li>
  )
}

/** The flow in one line of text, for narrow windows. */
function Line({ steps }: { steps: readonly FlowStep[] }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-s">
      {steps.map((step, index) => (
        <span key={`${step.name} ${step.orgName}`} className="flex items-center gap-1.5">
          {index > 0 && <span className="text-ink-faint">→</span>}
          <span className={step.state === 'CURRENT' ? 'font-medium text-brand-ink' : 'text-ink-soft'}>
            {step.state === 'DONE' && <Icon name="check" size={12} className="mr-0.5 inline text-success" />}
            {step.name}
            {step.state === 'CURRENT' && step.time && index > 0 && ` ${waitedText(step.time)}`}
            {step.state === 'RETURNED' && ' 已退回'}
          </span>
        </span>
      ))}
    </span>
  )
}

/** The flow of a record through the offices. Each step opens its details. In narrow windows it unfolds. */
export function FlowSteps({ steps, label = '办理环节' }: { steps: readonly FlowStep[]; label?: string }) {
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  if (steps.length === 0) return null
  const isReturned = steps.some(({ state }) => state === 'RETURNED')
  return (
    <section className="card px-2 py-2.5" aria-label={label}>
      {isNarrow && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center justify-between gap-2 px-1 text-left"
        >
          <Line steps={steps} />
          <Icon name="chevronDown" className={isOpen ? 'rotate-180' : ''} />
        </button>
      )}
      {(!isNarrow || isOpen) && (
        <ol className="grid" style={{ gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` }}>
          {steps.map((step, index) => (
            <Step
              key={`${step.name} ${step.orgName}`}
              step={step}
              place={{ isFirst: index === 0, isLast: index === steps.length - 1, isReturned }}
            />
          ))}
        </ol>
      )}
    </section>
  )
}
