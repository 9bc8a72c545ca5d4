import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { perform, tellIn } from '../../../app/query-client.ts'
import { StepDialog } from '../../../records/step-dialog.tsx'
import { tellDone } from '../../../records/tell-done.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'
import { type Period, periodName } from './period-choice.tsx'
import { type OverviewKind, type OverviewRow, overviewMutations, type ReportDecision } from './queries.ts'

type Decided = 'PASS' | 'CONFIRM' | 'RETURN'

/** A report among the selected rows that waits for the user. */
interface Chosen {
  name: string
  id: number
  version: number
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
      return [{ name: `${projectName} ${periodName(cell)}`, id, version }]
    }),
  )

/** Takes a step of each report, one call each. What is refused is named, and the others stand. */
function useDecisions(kind: OverviewKind, onDone: () => void) {
  return useMutation({
    async mutationFn(
      { action, chosen, opinion }: { action: Decided; chosen: Chosen[]; opinion: string },
      { client },
    ) {
      const offers: NonNullable<Parameters<typeof tellDone>[2][number]>[] = []
      const refused: { name: string; error: unknown }[] = []
      for (const { name, ...report } of chosen) {
        const decision: ReportDecision = {
          ...report,
          action,
          ...(opinion ? { opinion } : {}),
        }
        try {
          const { undo } = await perform(client, overviewMutations.decide(kind), decision)
          if (undo) offers.push(undo)
        } catch (error) {
          refused.push({ name, error })
        }
      }
      return { offers, refused, done: chosen.length - refused.length }
    },
    onSuccess({ offers, refused, done }, { action }, _context, { client }) {
      if (done > 0) tellDone(client, `${WORDS[action].done} ${done} 份`, offers, '已撤销')
      for (const { name, error } of refused) {
        notify(`未能办理：${name}`, 'error')
        tellIn(client, error)
      }
      onDone()
    },
  })
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
  const deciding = useDecisions(kind, () => {
    setAsked(undefined)
    onDone()
  })
  const chosen = asked ? chosenIn(rows, period, asked) : []
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
          opinion={asked === 'RETURN' ? 'required' : 'optional'}
          isBusy={deciding.isPending}
          onStep={(opinion) => deciding.mutate({ action: asked, chosen, opinion })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
