import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../../app/query-client.ts'
import { undoUntil } from '../../../records/decided.ts'
import { reviewMutations } from '../../../records/review.ts'
import { StepDialog } from '../../../records/step-dialog.tsx'
import { tellDone, wordsOfBatch } from '../../../records/tell-done.ts'
import { type BatchOutcome, BatchResult } from '../../../ui/batch-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'
import { type Period, periodName } from './period-choice.tsx'
import { type Chosen, type OverviewKind, type OverviewRow, overviewMutations } from './queries.ts'

type Decided = 'PASS' | 'CONFIRM' | 'RETURN'

/** A decision that the dialog asks for, and its reports when it opened: those of the table change with each refresh. */
interface Asked {
  action: Decided
  chosen: readonly Chosen[]
}

const WORDS: Readonly<Record<Decided, { action: string; done: string }>> = {
  PASS: { action: '通过', done: '已通过' },
  CONFIRM: { action: '确认', done: '已确认' },
  RETURN: { action: '退回', done: '已退回' },
}
const ACTIONS = ['PASS', 'CONFIRM', 'RETURN'] as const

/** The reports of these rows that wait for the user and allow an action, in one period or in all. */
const chosenIn = (rows: readonly OverviewRow[], period: Period | undefined, action: Decided): Chosen[] =>
  rows.flatMap(({ projectName, cells }) =>
    cells.flatMap((cell) => {
      const { mine, actions, reportId: id, version } = cell
      const isShown = !period || (cell.year === period.year && cell.quarter === period.quarter)
      if (!mine || !isShown || !actions.includes(action) || id === undefined || version === undefined)
        return []
      const isReturned = cell.state === 'RETURNED_BY_NATION'
      return [{ name: `${projectName} ${periodName(cell)}`, isReturned, id, version }]
    }),
  )

/** What cannot be undone. */
const NOTES: Readonly<Record<OverviewKind, Partial<Record<Decided, string>>>> = {
  PROGRESS: { CONFIRM: '含里程碑进展的报告确认后不能撤销。' },
  ANNUAL: {},
}

/** Why a confirmation of some reports cannot be undone. */
const LASTING = '含里程碑'

const needsOpinion = ({ action, chosen }: Asked) =>
  action === 'RETURN' || (action === 'PASS' && chosen.some(({ isReturned }) => isReturned))

/** The outcome of a decision of which some were refused, with the offer to undo the others. */
interface Shown extends Asked {
  outcome: BatchOutcome
  undo?: ReturnType<typeof undoUntil>
}

const wordsOf = (outcome: BatchOutcome, action: Decided) =>
  wordsOfBatch(outcome, { done: WORDS[action].done, unit: '份', lasting: LASTING })

/** Decides on reports in one call. What is refused is named with its reason, and the others stand. */
function useDecisions(kind: OverviewKind, onDone: () => void) {
  const [asked, setAsked] = useState<Asked>()
  const [shown, setShown] = useState<Shown>()
  const client = useQueryClient()
  const finish = () => {
    setShown(undefined)
    void refresh(client, overviewMutations.decide)
    onDone()
  }
  const deciding = useMutation({
    ...overviewMutations.decide,
    onSuccess(outcome, { action, chosen }) {
      const { failed, undo } = outcome
      setAsked(undefined)
      // A refresh would remove rows that have moved on, and this dialog with them.
      if (failed.length > 0)
        return setShown({ action, chosen, outcome, ...(undo ? { undo: undoUntil(undo) } : {}) })
      const { text, undone } = wordsOf(outcome, action)
      tellDone(client, text, undo ? [undo] : [], undone)
      finish()
    },
  })
  const undoing = useMutation({
    ...reviewMutations.undo,
    onSuccess() {
      notify(shown ? wordsOf(shown.outcome, shown.action).undone : '已撤销', 'success')
      finish()
    },
  })
  const decide = ({ action, chosen }: Asked, opinion: string) =>
    deciding.mutate({
      entity: kind,
      action,
      chosen,
      ...(opinion ? { opinion } : {}),
    })
  return { asked, setAsked, decide, isDeciding: deciding.isPending, undoing, shown, finish }
}

interface DecideProps {
  kind: OverviewKind
  rows: readonly OverviewRow[]
  period: Period | undefined
  onDone: () => void
}

/** Decides on the reports of selected rows that wait for the user. */
export function DecideButtons({ kind, rows, period, onDone }: DecideProps) {
  const { asked, setAsked, decide, isDeciding, undoing, shown, finish } = useDecisions(kind, onDone)
  return (
    <>
      {ACTIONS.map((action) => {
        const chosen = chosenIn(rows, period, action)
        return (
          chosen.length > 0 && (
            <Button
              key={action}
              look={action === 'RETURN' ? 'plain' : 'primary'}
              onClick={() => setAsked({ action, chosen })}
            >
              {WORDS[action].action}（{chosen.length}）
            </Button>
          )
        )
      })}
      {asked && (
        <StepDialog
          title={`${WORDS[asked.action].action} ${asked.chosen.length} 份报告`}
          description={period ? periodName(period) : '所选项目待本单位办理的各期报告'}
          action={WORDS[asked.action].action}
          opinion={needsOpinion(asked) ? 'required' : 'optional'}
          note={NOTES[kind][asked.action]}
          isBusy={isDeciding}
          onStep={(opinion) => decide(asked, opinion)}
          onClose={() => setAsked(undefined)}
        />
      )}
      <BatchResult
        action={shown ? WORDS[shown.action].action : ''}
        outcome={shown?.outcome}
        nameOf={(id) => shown?.chosen.find((report) => report.id === id)?.name ?? String(id)}
        onClose={finish}
        undo={
          shown?.undo && {
            until: shown.undo.until,
            onUndo: () => shown.undo && undoing.mutate(shown.undo.undoId),
          }
        }
      />
    </>
  )
}
