import { ReportStatus } from '@xinchu/contract/codes'
import { StepDialog } from '../../records/step-dialog.tsx'
import { useGoalText } from '../../records/use-goal-text.ts'
import { Button } from '../../ui/button.tsx'
import { SaveStateText } from '../../ui/save-state.tsx'
import type { AnnualAction } from './annual-queries.ts'
import type { Annual } from './use-annual.ts'

interface Step {
  label: string
  title: string
  needsOpinion: boolean
  isPrimary?: true
}

/** Names of the actions that offices may take. */
const STEPS: Readonly<Partial<Record<AnnualAction, Step>>> = {
  SUBMIT: {
    label: '提交',
    title: '提交年度报告',
    needsOpinion: false,
    isPrimary: true,
  },
  WITHDRAW: {
    label: '撤回',
    title: '撤回年度报告',
    needsOpinion: false,
  },
  RETURN: {
    label: '退回…',
    title: '退回年度报告',
    needsOpinion: true,
  },
  PASS: {
    label: '审核通过',
    title: '审核通过',
    needsOpinion: false,
    isPrimary: true,
  },
  CONFIRM: {
    label: '确认归档',
    title: '确认归档',
    needsOpinion: false,
    isPrimary: true,
  },
  REOPEN: {
    label: '退回重报…',
    title: '退回重报',
    needsOpinion: true,
  },
}

const ORDER: readonly AnnualAction[] = ['WITHDRAW', 'RETURN', 'REOPEN', 'PASS', 'CONFIRM', 'SUBMIT']

interface AnnualStepsProps {
  annual: Annual
  /** Number of problems that prevent the submission. */
  lacking: number
  /** Remarks that wait for a change or an answer. */
  remarks: number
  /** Name of the office that receives the report first. */
  recommender: string
}

/** The save state, and the actions of the office. */
export function AnnualSteps({ annual, lacking, remarks, recommender }: AnnualStepsProps) {
  const { report, isOpen, autosave, chosen, choose, isActing } = annual
  const asked = chosen?.action
  const actions = ORDER.filter((action) =>
    action === 'SUBMIT' ? isOpen : report.flow.actions.includes(action),
  )
  const step = asked && STEPS[asked]
  const isStored = asked !== undefined && report.id !== undefined
  const goal = useGoalText(isStored ? { entity: 'ANNUAL', entityId: report.id ?? 0 } : undefined, asked)
  // What the nation returned goes up again only with an answer.
  const isAnswer = asked === 'PASS' && report.status === ReportStatus.returnedByNation
  if (actions.length === 0) return null
  return (
    <div className="card sticky bottom-0 z-10 flex min-h-13 flex-wrap items-center justify-end gap-3 px-4 py-2 shadow-lg">
      {isOpen && <SaveStateText state={autosave.state} onRetry={autosave.saveNow} />}
      {actions.map((action) => {
        const own = STEPS[action]
        const isBlocked = action === 'SUBMIT' && lacking + remarks > 0
        return (
          own && (
            <Button
              key={action}
              look={own.isPrimary ? 'primary' : 'plain'}
              disabled={isBlocked || isActing}
              aria-describedby={isBlocked ? 'annual-checks' : undefined}
              onClick={() => choose({ action, of: report })}
            >
              {isBlocked
                ? lacking > 0
                  ? `提交（还差 ${lacking} 项）`
                  : `提交（${remarks} 处意见待处理）`
                : action === 'SUBMIT'
                  ? `提交至 ${recommender}`
                  : own.label}
            </Button>
          )
        )
      })}
      {chosen && step && (
        <StepDialog
          title={step.title}
          description={goal}
          action={step.title}
          opinion={step.needsOpinion || isAnswer ? 'required' : 'optional'}
          isBusy={isActing}
          onStep={annual.act}
          onClose={() => choose(undefined)}
        />
      )}
    </div>
  )
}
