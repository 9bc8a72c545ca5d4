import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { perform, refresh } from '../../../app/query-client.ts'
import { undoUntil } from '../../../records/decided.ts'
import { reviewMutations } from '../../../records/review.ts'
import { StepDialog } from '../../../records/step-dialog.tsx'
import { tellDone } from '../../../records/tell-done.ts'
import { type BatchOutcome, BatchResult } from '../../../ui/batch-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'
import { type Period, periodName } from './period-choice.tsx'
import { type OverviewKind, type OverviewRow, overviewMutations } from './queries.ts'

type Decided = 'PASS' | 'CONFIRM' | 'RETURN'

/** A report among the selected rows that waits for the user. */
interface Chosen {
  name: string
  /** It goes up again only with an answer to the nation. */
  isReturned: boolean
  id: number
  version: number
}

/** A decision on reports, as the dialog asks for it. */
interface Question {
  action: Decided
  chosen: readonly Chosen[]
  opinion: string
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

const needsOpinion = (action: Decided, chosen: readonly Chosen[]) =>
  action === 'RETURN' || (action === 'PASS' && chosen.some(({ isReturned }) => isReturned))

/** The outcome of a decision of which some were refused, with the offer to undo the others. */
interface Shown {
  action: Decided
  chosen: readonly Chosen[]
  outcome: BatchOutcome
  undo?: ReturnType<typeof undoUntil>
}

/** Decides on reports in one call. What is refused is named with its reason, and the others stand. */
function useDecisions(kind: OverviewKind, onDone: () => void) {
  const [shown, setShown] = useState<Shown>()
  const client = useQueryClient()
  const finish = () => {
    setShown(undefined)
    void refresh(client, overviewMutations.decide)
    onDone()
  }
  const deciding = useMutation({
    mutationFn: ({ action, chosen, opinion }: Question) =>
      perform(client, overviewMutations.decide, {
        entity: kind,
        action,
        items: chosen.map(({ id, version }) => ({ id, version })),
        ...(opinion ? { opinion } : {}),
      }),
    onSuccess(outcome, { action, chosen }) {
      const { succeeded, failed, undo } = outcome
      // A refresh would remove rows that have moved on, and this dialog with them.
      if (failed.length > 0)
        return setShown({ action, chosen, outcome, ...(undo ? { undo: undoUntil(undo) } : {}) })
      tellDone(client, `${WORDS[action].done} ${succeeded.length} 份`, undo ? [undo] : [], '已撤销')
      finish()
    },
  })
  const undoing = useMutation({
    ...reviewMutations.undo,
    onSuccess() {
      notify('已撤销', 'success')
      finish()
    },
  })
  return { deciding, undoing, shown, finish }
}

interface DecideProps {
  kind: OverviewKind
  rows: readonly OverviewRow[]
  period: Period | undefined
  onDone: () => void
}

/** Decides on the reports of selected rows that wait for the user. */
export function DecideButtons({ kind, rows, period, onDone }: DecideProps) {
  const [asked, setAsked] = useState<Decided>()
  const { deciding, undoing, shown, finish } = useDecisions(kind, onDone)
  const chosen = asked ? chosenIn(rows, period, asked) : []
  const decide = (action: Decided, opinion: string) =>
    deciding.mutate({ action, chosen, opinion }, { onSuccess: () => setAsked(undefined) })
  return (
    <>
      {ACTIONS.map((action) => {
        const count = chosenIn(rows, period, action).length
        return (
          count > 0 && (
            <Button
              key={action}
              look={action === 'RETURN' ? 'plain' : 'primary'}
              onClick={() => setAsked(action)}
            >
              {WORDS[action].action}（{count}）
            </Button>
          )
        )
      })}
      {asked && (
        <StepDialog
          title={`${WORDS[asked].action} ${chosen.length} 份报告`}
          description={period ? periodName(period) : '所选项目待本单位办理的各期报告'}
          action={WORDS[asked].action}
          opinion={needsOpinion(asked, chosen) ? 'required' : 'optional'}
          isBusy={deciding.isPending}
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
