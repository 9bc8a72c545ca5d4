import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import { quarterDays } from '@xinchu/validators'
import { useState } from 'react'
import { DeskLink } from '../../records/desk-link.tsx'
import { RecordNews } from '../../records/record-news.tsx'
import {
  AskedField,
  ReportRemarksProvider,
  ReturnedReport,
  useReportRemarks,
} from '../../records/report-remarks.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { SaveStateText } from '../../ui/save-state.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ClashQuestion } from './clash-question.tsx'
import { EvidenceFiles, PHOTOS } from './evidence-files.tsx'
import { InvestmentCard } from './investment-card.tsx'
import { investmentPoints } from './investment-model.ts'
import { MilestoneTable } from './milestone-table.tsx'
import { ProgressFields } from './progress-fields.tsx'
import { previousOf, type Quarter, quarterName } from './progress-model.ts'
import type { Implementation, Progress } from './progress-queries.ts'
import { useProgress } from './use-progress.ts'

interface ProgressSheetProps {
  projectId: number
  period: Quarter
  quarters: readonly Quarter[]
  plan: Implementation
  reports: readonly Progress[]
  stored: Progress | undefined
  buildStatus: string | undefined
  recommender: string
  mayWrite: boolean
  hasStation: boolean
}

const names = fields.ProgressFields.map(({ name }) => name)

const captionOf = (field: string) =>
  fields.ProgressFields.find(({ name }) => name === field.split('.')[0])?.caption ?? field

type Report = ReturnType<typeof useProgress>

/** Submits after a confirmation. A returned report needs an answer. */
function SubmitDialog({ report, to }: { report: Report; to: string }) {
  const onClose = () => report.ask(false)
  const [answer, setAnswer] = useState('')
  const isReturned =
    report.report?.flow.lastOpinion !== undefined && report.report.status === ReportStatus.returned
  return (
    <Dialog
      open
      title="提交进展"
      description={`提交后送 ${to} 审核，审核前可以撤回。`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={report.isActing} onClick={() => report.act('SUBMIT', answer.trim())}>
            提交
          </Button>
        </>
      }
    >
      {isReturned && (
        <Textarea
          aria-label="对退回意见的答复"
          placeholder="对退回意见的答复"
          maxLength={500}
          value={answer}
          onValue={setAnswer}
        />
      )}
    </Dialog>
  )
}

/** Remaining problems, save state, and the author's actions. */
function ProgressBar({ report, to, remarks }: { report: Report; to: string; remarks: number }) {
  const { issues, isOpen, autosave } = report
  const mayTakeBack = report.report?.actions.includes('WITHDRAW') ?? false
  return (
    <div className="card sticky bottom-0 z-10 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 shadow-lg">
      {isOpen && (
        <details className="relative text-s">
          <summary className={`cursor-pointer ${issues.length > 0 ? 'text-warning' : 'text-success'}`}>
            {issues.length > 0 ? `还差 ${issues.length} 项` : '校验通过'}
          </summary>
          {issues.length > 0 && (
            <ul
              id="progress-lacking"
              className="absolute bottom-8 left-0 grid max-h-72 w-80 max-w-[80vw] gap-1 overflow-y-auto rounded-lg border border-line bg-surface p-3 shadow-xl"
            >
              {issues.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  {captionOf(field)}：{message}
                </li>
              ))}
            </ul>
          )}
        </details>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-3">
        {isOpen && <SaveStateText state={autosave.state} onRetry={autosave.saveNow} />}
        {mayTakeBack && (
          <Button icon="undo" busy={report.isActing} onClick={() => report.act('WITHDRAW', '')}>
            撤回
          </Button>
        )}
        {isOpen && (
          <Button
            look="primary"
            disabled={issues.length > 0 || remarks > 0 || report.isActing}
            aria-describedby="progress-lacking"
            onClick={() => report.ask(true)}
          >
            {issues.length > 0
              ? `提交（还差 ${issues.length} 项）`
              : remarks > 0
                ? `提交（${remarks} 处意见待处理）`
                : `提交至 ${to}`}
          </Button>
        )}
      </div>
      {report.isAsked && <SubmitDialog report={report} to={to} />}
    </div>
  )
}

/** Photographs of the quarter. */
const Photos = ({ report: { form, isOpen, change } }: { report: Report }) => (
  <section aria-label="现场照片" className="card min-w-0 px-4 py-3">
    <h2 className="mb-2 flex items-center font-medium">
      现场照片 {form.photos.length} / {PHOTOS.most}
      <span className="ml-auto font-normal text-ink-faint text-s">JPG、PNG，每张 ≤ 10 MB</span>
    </h2>
    <AskedField name="photoIds">
      <EvidenceFiles
        of="本期"
        kind={PHOTOS}
        files={form.photos}
        isOpen={isOpen}
        onFiles={(photos) => change({ photos })}
      />
    </AskedField>
  </section>
)

/** Investment against the plan, up to the shown quarter and with its report as it is now. */
function pointsUntil({ period, quarters, plan, reports }: ProgressSheetProps, current: Progress | undefined) {
  const known = current ? [...reports.filter(({ id }) => id !== current.id), current] : reports
  const until = quarters.findIndex(({ year, quarter }) => year === period.year && quarter === period.quarter)
  return investmentPoints(plan.investmentPlan ?? [], known, quarters.slice(0, until + 1))
}

/** Name and state of the report, and what others did with it while it is open. */
function Head({ report: { report, isHeld }, period }: { report: Report; period: Quarter }) {
  return (
    <div>
      {report && (
        <RecordNews
          key={report.id}
          entity="PROGRESS"
          id={report.id}
          history={report.flow.history}
          isHeld={isHeld}
        />
      )}
      <div className="flex flex-wrap items-center gap-2.5">
        <h2 className="font-medium">{quarterName(period)}进展</h2>
        <StatusTag label={report?.statusLabel ?? '未填报'} />
        <DeskLink entity="PROGRESS" id={report?.id} actions={report?.actions ?? []} />
      </div>
    </div>
  )
}

/** One quarter: milestones over time, the report, investment against the plan, and photographs. */
export function ProgressSheet(props: ProgressSheetProps) {
  const { period, plan, reports, recommender, mayWrite, hasStation } = props
  const milestones = plan.milestones ?? []
  const previous = previousOf(reports, period)
  const report = useProgress({ ...props, plan: milestones, previous })
  const { form, isOpen, change } = report
  const current = report.report
  const remarks = useReportRemarks('PROGRESS', mayWrite ? current : undefined, names)
  return (
    <ReportRemarksProvider value={remarks}>
      <Head report={report} period={period} />
      <ClashQuestion
        clash={report.clash}
        captionOf={(name) => captionOf(name === 'photos' ? 'photoIds' : name)}
      />
      <ReturnedReport names={names} />
      <AskedField name="milestones">
        <MilestoneTable
          plan={milestones}
          form={form}
          previous={previous}
          days={quarterDays(period)}
          isOpen={isOpen}
          onEntry={(id, entry) => change({ milestones: { ...form.milestones, [id]: entry } })}
        />
      </AskedField>
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_340px]">
        <section aria-label="本期进展" className="card min-w-0">
          <h2 className="flex min-h-11 items-center border-line border-b px-4 font-medium">本期进展</h2>
          <ProgressFields
            form={form}
            previous={previous}
            usage={current?.usage}
            hasStation={hasStation}
            issues={report.issues}
            isOpen={isOpen}
            onChange={change}
          />
        </section>
        <div className="grid min-w-0 gap-3.5">
          <InvestmentCard points={pointsUntil(props, current)} />
          <Photos report={report} />
        </div>
      </div>
      {(isOpen || current?.actions.includes('WITHDRAW')) && (
        <ProgressBar report={report} to={recommender} remarks={remarks.open} />
      )}
    </ReportRemarksProvider>
  )
}
