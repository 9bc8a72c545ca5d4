import { type KeyboardEvent, useRef, useState } from 'react'
import { Failed, Loading } from '../../ui/states.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { DecisionStrip } from './decision-strip.tsx'
import { DeskEmpty } from './desk-empty.tsx'
import { DeskHead, Kinds } from './desk-head.tsx'
import { DeskRecord, Pane } from './desk-record.tsx'
import { useEntry } from './drafts.ts'
import { FoldedQueue, Queue } from './queue.tsx'
import { type Decision, useDecision } from './use-decision.ts'
import { type Desk, useDesk } from './use-desk.ts'
import { useDrafts } from './use-drafts.ts'
import type { Step } from './use-prepared.ts'

const STEPS = [
  ['queue', '待办'],
  ['record', '核对'],
  ['decision', '办理'],
] as const satisfies readonly (readonly [Step, string])[]

interface StepTabsProps {
  step: Step
  count: number
  onStep: (step: Step) => void
}

/** The three parts as steps of one page, for narrow windows. */
function StepTabs({ step, count, onStep }: StepTabsProps) {
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const at = STEPS.findIndex(([name]) => name === step)
    const next = by === undefined ? undefined : STEPS[(at + by + STEPS.length) % STEPS.length]
    if (!next) return
    event.preventDefault()
    onStep(next[0])
    document.getElementById(`desk-tab-${next[0]}`)?.focus()
  }
  return (
    <>
      <h1 className="sr-only">审核工作台</h1>
      <div
        role="tablist"
        aria-label="审核步骤"
        onKeyDown={walk}
        className="grid grid-cols-3 border-line border-b bg-surface"
      >
        {STEPS.map(([name, label]) => (
          <button
            key={name}
            id={`desk-tab-${name}`}
            type="button"
            role="tab"
            aria-selected={step === name}
            tabIndex={step === name ? 0 : -1}
            onClick={() => onStep(name)}
            className={`h-11 border-b-2 text-s ${step === name ? 'border-brand font-medium text-brand-ink' : 'border-transparent text-ink-soft'}`}
          >
            {label}
            {name === 'queue' && ` ${count}`}
          </button>
        ))}
      </div>
    </>
  )
}

/** The record that is looked at beside the open one, until another is opened. */
function usePreview(key: string | undefined) {
  const [preview, setPreview] = useState<{ key: string | undefined; id: number }>()
  const id = preview && preview.key === key ? preview.id : undefined
  return [
    id,
    (next: number | undefined) => setPreview(next === undefined ? undefined : { key, id: next }),
  ] as const
}

/** Columns of the three or four panes. */
function columnsOf(isFolded: boolean, isTight: boolean, hasPreview: boolean): string {
  const queue = isFolded ? '44px' : '252px'
  const decision = isTight ? '320px' : '336px'
  return hasPreview
    ? `${queue} minmax(0,1fr) minmax(0,0.8fr) ${decision}`
    : `${queue} minmax(0,1fr) ${decision}`
}

interface QueuePaneProps {
  desk: Desk
  decision: Decision
  isNarrow: boolean
  isShown: boolean
  isFolded: boolean
  onFold: (isFolded: boolean) => void
}

/** The queue, or a strip in its place, and what the last decision was. */
function QueuePane({ desk, decision, isNarrow, isShown, isFolded, onFold }: QueuePaneProps) {
  return (
    <Pane
      name="待办"
      isShown={isShown}
      className="flex flex-col border-line border-r bg-surface max-lg:border-r-0"
    >
      {isNarrow && (
        <div className="border-line border-b px-3 py-2">
          <Kinds desk={desk} />
          <p className="mt-1.5 text-ink-faint text-xs">今日已办 {desk.doneToday} 件</p>
        </div>
      )}
      {isFolded ? (
        <FoldedQueue desk={desk} onUnfold={() => onFold(false)} />
      ) : (
        <Queue desk={desk} {...(isNarrow ? {} : { onFold: () => onFold(true) })} />
      )}
      {!isFolded && <DecisionStrip decision={decision} />}
    </Pane>
  )
}

/** 审核工作台: the queue, the record and the decision beside each other. */
export function DeskScreen() {
  const desk = useDesk()
  const store = useDrafts()
  const wantsFocus = useRef(false)
  const isNarrow = useMedia('(width < 992px)')
  const isTight = useMedia('(width < 1280px)')
  const [step, setStep] = useState<Step>('queue')
  const [isFolded, setFolded] = useState<boolean>()
  const [spoken, say] = useState('')
  const [previewed, setPreviewed] = usePreview(desk.key)
  const decision = useDecision(desk, store, () => {
    wantsFocus.current = true
    setStep('record')
  })
  const { state } = useEntry(store, desk.key ?? '')
  const folds = !isNarrow && (isFolded ?? (isTight || previewed !== undefined))
  const { current } = desk

  // Moving to another record gives its heading the focus.
  const moving = {
    ...desk,
    open(ref: Parameters<typeof desk.open>[0]) {
      wantsFocus.current = true
      setStep('record')
      desk.open(ref)
    },
  }
  if (desk.error && desk.isLoading) return <Failed error={desk.error} onRetry={() => void desk.refetch()} />
  if (desk.isLoading) return <Loading rows={10} />
  return (
    <div className="flex h-full flex-col">
      {isNarrow ? (
        <StepTabs step={step} count={desk.total} onStep={setStep} />
      ) : (
        <DeskHead desk={moving} save={state} />
      )}
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
      <div
        className="grid min-h-0 flex-1"
        style={
          isNarrow ? undefined : { gridTemplateColumns: columnsOf(folds, isTight, previewed !== undefined) }
        }
      >
        <QueuePane
          desk={moving}
          decision={decision}
          isNarrow={isNarrow}
          isShown={!isNarrow || step === 'queue'}
          isFolded={folds}
          onFold={setFolded}
        />
        {current ? (
          <DeskRecord
            key={desk.key}
            desk={moving}
            record={current}
            store={store}
            decision={decision}
            wantsFocus={wantsFocus}
            isNarrow={isNarrow}
            step={step}
            onStep={setStep}
            showsStrip={folds || isNarrow}
            say={say}
            previewed={previewed}
            onPreview={setPreviewed}
          />
        ) : (
          (!isNarrow || step !== 'queue') && (
            <div className="col-span-2">
              <DeskEmpty desk={desk} />
            </div>
          )
        )}
      </div>
    </div>
  )
}
