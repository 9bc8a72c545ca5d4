import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { DeskLink } from '../../records/desk-link.tsx'
import { StepDialog } from '../../records/step-dialog.tsx'
import { useGoalText } from '../../records/use-goal-text.ts'
import { Button } from '../../ui/button.tsx'
import { FigureStrip } from '../../ui/figure-strip.tsx'
import { notify } from '../../ui/notice.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { downloadReport, provincialMutations, type ReportAction, type WorkReport } from './queries.ts'
import { STEPS } from './steps.ts'

/** Totals of the province's announced projects. */
export const Stats = ({ stats }: Pick<WorkReport, 'stats'>) => (
  <FigureStrip
    figures={[
      { caption: '示范项目', value: stats.demoCount, unit: '个' },
      { caption: '已投运', value: stats.operatingCount, unit: '个' },
      { caption: '总功率', value: stats.power, unit: 'MW' },
      { caption: '总能量', value: stats.energy, unit: 'MWh' },
      { caption: '总投资', value: stats.investment, unit: '万元' },
    ]}
  />
)

/** Title, state, opinion and document of a report. */
export function ReportHead({ report }: { report: WorkReport }) {
  const downloading = useMutation({ mutationFn: downloadReport })
  const { id, flow } = report
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2.5">
        <h2 className="min-w-0 break-words font-medium">{report.title ?? report.provinceName}</h2>
        <StatusTag label={id === undefined ? '未填报' : report.statusLabel} />
        {report.submitTime && (
          <span className="text-ink-soft text-s">{report.submitTime.slice(0, 16)} 提交</span>
        )}
        {id !== undefined && (
          <span className="ml-auto">
            <Button icon="download" busy={downloading.isPending} onClick={() => downloading.mutate(id)}>
              Word
            </Button>
          </span>
        )}
      </div>
      {flow.lastOpinion && !flow.actions.includes('SAVE') && (
        <p role="note" className="rounded-lg bg-danger-soft px-4 py-2 text-danger text-s">
          意见：{flow.lastOpinion}
        </p>
      )}
    </div>
  )
}

interface StepsProps {
  report: WorkReport
  onDone?: () => void
}

/** Steps besides writing that the office may take. */
export function ReportSteps({ report, onDone }: StepsProps) {
  const [asked, setAsked] = useState<ReportAction>()
  const stepping = useMutation({
    ...provincialMutations.stepReport,
    onSuccess({ statusLabel }) {
      notify(`已办理，现为“${statusLabel}”`, 'success')
      setAsked(undefined)
      onDone?.()
    },
  })
  const { id, version } = report
  const isDecided = report.flow.actions.includes('CONFIRM')
  const goal = useGoalText(
    asked && id !== undefined ? { entity: 'WORK_REPORT', entityId: id } : undefined,
    asked,
  )
  const actions = report.flow.actions.filter((action) => action in STEPS) as ReportAction[] // the keys of STEPS
  if (id === undefined || version === undefined || (actions.length === 0 && !isDecided)) return null
  const step = asked && STEPS[asked]
  return (
    <div className="card sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 px-4 py-2.5 shadow-float">
      <DeskLink entity="WORK_REPORT" id={id} actions={report.flow.actions} />
      {actions.map((action) => (
        <Button key={action} onClick={() => setAsked(action)}>
          {STEPS[action]?.label}
        </Button>
      ))}
      {asked && step && (
        <StepDialog
          title={`${step.label}：${report.title ?? figure(report.year)}`}
          description={goal}
          action={step.label}
          opinion={step.needsOpinion ? 'required' : 'optional'}
          isBusy={stepping.isPending}
          onStep={(opinion) =>
            stepping.mutate({ id, version, action: asked, ...(opinion ? { opinion } : {}) })
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
