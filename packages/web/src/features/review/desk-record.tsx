import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/states.tsx'
import { DecisionFoot } from './decision-foot.tsx'
import { AllGoals, DecisionPane, History } from './decision-pane.tsx'
import { DecisionStrip } from './decision-strip.tsx'
import { type Asking, DeskProvider } from './desk-context.ts'
import { SaveWords } from './desk-head.tsx'
import type { Entry } from './drafts.ts'
import { FilePreview, preloadParts, RemarkPopover } from './lazy-parts.ts'
import { RecordKeys } from './record-keys.tsx'
import { RecordPane } from './record-pane.tsx'
import { type PreparedProps, type Step, usePrepared } from './use-prepared.ts'
import { type OpenRecord, useRecord } from './use-record.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Time in ms that a record must be shown before Ctrl+Enter decides it. */
const SHOWN_MS = 500

interface DeskRecordProps extends PreparedProps {
  /** Set when the next record gets the focus on its heading. */
  wantsFocus: RefObject<boolean>
  step: Step
  /** Shows the latest decision above the foot, because the queue is not visible. */
  showsStrip: boolean
  say: (text: string) => void
  previewed: number | undefined
  onPreview: (id: number | undefined) => void
}

interface PaneProps {
  name: string
  isShown: boolean
  className: string
  children: ReactNode
}

/** A scrolling part of the desk. F6 reaches it. */
export function Pane({ name, isShown, className, children }: PaneProps) {
  return (
    <section
      data-pane
      tabIndex={-1}
      aria-label={name}
      hidden={!isShown}
      className={`min-h-0 min-w-0 focus-visible:-outline-offset-2 ${isShown ? className : ''}`}
    >
      {children}
    </section>
  )
}

/** Leads to the neighbours of a record and to its decision, on a narrow screen. */
const NarrowFoot = ({ desk, onStep }: Pick<DeskRecordProps, 'desk' | 'onStep'>) => (
  <footer className="flex h-16 shrink-0 items-center gap-3 border-line border-t bg-surface px-4">
    <Button className="h-11" disabled={!desk.previous} onClick={() => desk.open(desk.previous)}>
      上一件
    </Button>
    <span className="flex-1 text-center text-ink-soft text-s">
      {desk.index < 0 ? `共 ${desk.total} 件` : `第 ${desk.index + 1} / ${desk.total} 件`}
    </span>
    <Button look="primary" className="h-11" onClick={() => onStep('decision')}>
      去办理
    </Button>
  </footer>
)

/** Whether the draft of the decision is kept. */
const NarrowWords = ({ entry: { state } }: { entry: Entry }) =>
  state.kind !== 'idle' && (
    <p className="border-line border-t px-4 py-1.5 text-ink-soft text-xs">
      <SaveWords state={state} />
    </p>
  )

interface ChosenPreviewProps extends Pick<DeskRecordProps, 'previewed' | 'onPreview'> {
  open: OpenRecord
  heading: RefObject<HTMLHeadingElement | null>
}

const filesOf = (open: OpenRecord) => open.files.flatMap(({ files }) => files)

/** The previewed file, beside the record or over it. */
const Preview = (props: ComponentProps<typeof FilePreview>) => (
  <div className="min-h-0 min-w-0 border-line border-l max-lg:fixed max-lg:inset-0 max-lg:z-30">
    <Suspense fallback={<Loading rows={10} />}>
      <FilePreview {...props} />
    </Suspense>
  </div>
)

/** Notes when the record is shown, and gives its heading the focus if it is wanted there. */
function useShownAt(
  isLoaded: boolean,
  wantsFocus: RefObject<boolean>,
  heading: RefObject<HTMLHeadingElement | null>,
): RefObject<number> {
  const shownAt = useRef(0)
  useEffect(() => {
    if (isLoaded) preloadParts()
  }, [isLoaded])
  useEffect(() => {
    if (!isLoaded) return
    shownAt.current = performance.now()
    if (!wantsFocus.current) return
    wantsFocus.current = false
    heading.current?.focus()
  }, [isLoaded, wantsFocus, heading])
  return shownAt
}

const Popover = (props: ComponentProps<typeof RemarkPopover>) => (
  <Suspense fallback={null}>
    <RemarkPopover {...props} />
  </Suspense>
)

/** The record, whose rows are walked by keys. */
function Scrolled(props: ComponentProps<typeof RecordPane>) {
  const pane = useRef<HTMLDivElement>(null)
  useRowKeys(pane)
  return (
    <div ref={pane} className="min-h-0 flex-1 overflow-y-auto">
      {/* The grid has no fixed height: its cards would shrink to fit into it. */}
      <div className="grid gap-3 px-4 py-3.5">
        <RecordPane {...props} />
      </div>
    </div>
  )
}

/** The preview, as long as a file is chosen. The heading takes the focus back. */
function ChosenPreview({ open, heading, previewed, onPreview }: ChosenPreviewProps) {
  const files = filesOf(open)
  if (previewed === undefined || files.length === 0) return null
  return (
    <Preview
      files={files}
      current={previewed}
      onChange={onPreview}
      onClose={() => {
        onPreview(undefined)
        heading.current?.focus()
      }}
    />
  )
}

/** The steps of a kind that has its own. */
function KindSteps({ open }: { open: OpenRecord }) {
  const { kind, content, record } = open
  if (!kind?.steps || !content || !record) return null
  return (
    <>
      <AllGoals goals={record.goals} />
      <div className="border-line border-t px-4 py-3">{kind.steps(content)}</div>
      <History />
    </>
  )
}

/** One record with its decision. Remounted for each record. */
export function DeskRecord(props: DeskRecordProps) {
  const { desk, record: ref, store, decision, wantsFocus, isNarrow, step, onStep, say } = props
  const open = useRecord(ref)
  const [asking, setAsking] = useState<Asking>()
  const heading = useRef<HTMLHeadingElement>(null)
  const shownAt = useShownAt(open.record !== undefined, wantsFocus, heading)
  const prepared = usePrepared(props, open)
  const { entry, change, action, isReturning, fields, main, toReturn } = prepared
  const preview = () => props.onPreview(props.previewed === undefined ? filesOf(open)[0]?.id : undefined)
  const shows = (name: Step) => !isNarrow || step === name
  return (
    <DeskProvider value={{ open, entry, change, asking, ask: setAsking, say, preview: props.onPreview }}>
      <RecordKeys
        desk={desk}
        decision={decision}
        main={() => performance.now() - shownAt.current >= SHOWN_MS && main()}
        toReturn={() => !open.isReadOnly && toReturn(true)}
        preview={preview}
      />
      <Pane name="项目" isShown={shows('record')} className="flex flex-col">
        <Scrolled desk={desk} heading={heading} />
        {props.showsStrip && <DecisionStrip decision={decision} isLine />}
        {isNarrow && <NarrowFoot desk={desk} onStep={onStep} />}
      </Pane>
      <ChosenPreview open={open} heading={heading} previewed={props.previewed} onPreview={props.onPreview} />
      <Pane
        name="办理"
        isShown={shows('decision')}
        className="flex flex-col border-line border-l bg-surface max-lg:border-l-0"
      >
        <div className="min-h-0 flex-1 overflow-y-auto">
          {open.kind?.steps ? (
            <KindSteps open={open} />
          ) : (
            <DecisionPane isReturning={isReturning} {...fields} />
          )}
        </div>
        {isNarrow && <NarrowWords entry={entry} />}
        {action && !open.kind?.steps && (
          <DecisionFoot
            action={action}
            isReturning={isReturning}
            isBusy={decision.isBusy}
            dueDate={prepared.dueDate}
            onDueDate={(dueDate) => store.change(prepared.key, { dueDate })}
            onMain={main}
            onReturning={toReturn}
            refusal={decision.refusal}
          />
        )}
      </Pane>
      {asking && <Popover asking={asking} />}
    </DeskProvider>
  )
}
