import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormNews } from '../../records/form-news.tsx'
import {
  AskedField,
  ReportRemarksProvider,
  ReturnedReport,
  useReportRemarks,
} from '../../records/report-remarks.tsx'
import { useFormSteps } from '../../records/use-form-steps.ts'
import { Button } from '../../ui/button.tsx'
import { useFormSlice } from '../../ui/form/context.ts'
import { continueFrom } from '../../ui/form/continue-from.ts'
import { FilesField } from '../../ui/form/files-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { DraftOffer, FormBar, FormIssues } from '../../ui/form/form-bar.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { notify } from '../../ui/notice.tsx'
import {
  provincialMutations,
  provincialQueries,
  RETURNED,
  type ReportKey,
  type WorkReport,
} from './queries.ts'
import { CHAPTERS, reportRows, reportSpecs, reportValues, SCAN, sentReport } from './report-model.ts'
import { ReportHead, Stats } from './report-parts.tsx'
import { ProjectsField } from './report-projects.tsx'

const SCAN_KIND = [{ bizType: 'WORKREPORT_STAMPED', label: '盖章扫描件', required: true }]
const NUMBERS = ['一', '二', '三', '四', '五', '六', '七', '八']

const names = reportSpecs.map(({ name }) => (name === SCAN ? 'stampedFileId' : name))

interface ReportFormProps {
  of: ReportKey
  /** The report as it was last read. */
  report: WorkReport
  /** Input is in the form that no save has stored. */
  onTyped: (isTyped: boolean) => void
}

/** The form of a report, and how it is saved and submitted. */
function useReportForm({ of, report }: Omit<ReportFormProps, 'onTyped'>) {
  const client = useQueryClient()
  // Version of the last save. The server refuses a save over somebody else's newer version.
  const [stored, setStored] = useState<Pick<WorkReport, 'id' | 'version'>>(report)
  const form = useRecordForm({
    id: `work-report-${of.year}-${of.reportType}`,
    recordId: report.id,
    version: report.version,
    specs: reportSpecs,
    rows: reportRows,
    initial: reportValues(report),
  })
  const saving = useMutation({
    ...provincialMutations.saveReport,
    meta: { ...provincialMutations.saveReport.meta, showsFieldErrors: true },
    onSuccess(saved, { action, refill }) {
      setStored(saved)
      if (action === 'SUBMIT') form.saved()
      client.setQueryData(provincialQueries.ownReport(of).queryKey, saved)
      if (refill) form.store.set({ projects: reportValues(saved)['projects'] })
      notify(action === 'SUBMIT' ? '已提交国家能源主管部门' : '已保存', 'success')
    },
    onError: form.takeError,
  })
  const send = (action: 'SAVE' | 'SUBMIT', refill = false) => {
    if (!form.validate(action === 'SUBMIT' ? 'submit' : 'draft')) return
    const { id, version } = stored
    const stamp = id === undefined || version === undefined ? {} : { id, version }
    const sent = form.store.state().values
    saving.mutate(
      {
        ...sentReport(form.store.draft()),
        ...of,
        ...stamp,
        action,
        ...(refill ? { refill } : {}),
      },
      // Keeps text typed after the request was sent as unsaved.
      {
        onSuccess: (saved) =>
          form.kept(refill ? { ...sent, projects: reportValues(saved)['projects'] } : sent),
      },
    )
  }
  const isRefilling = saving.isPending && saving.variables.refill === true
  const isBusy = (action: string) => saving.isPending && saving.variables.action === action && !isRefilling
  const isHeld = useFormSteps({
    entity: 'WORK_REPORT',
    id: report.id,
    form,
    isLater: (report.version ?? 0) > (stored.version ?? 0),
    isBusy: saving.isPending,
    onLater() {
      if (continueFrom(form.api, reportValues(report))) setStored(report)
    },
  })
  return { form, saving, send, isBusy, isHeld }
}

interface ChaptersProps {
  prefill: WorkReport['prefill']
  isBusy: boolean
  onRefill: () => void
}

/** The texts of the report. The projects stand below the chapter on them. */
function Chapters({ prefill, isBusy, onRefill }: ChaptersProps) {
  return CHAPTERS.map(({ name, caption }, index) => (
    <div key={name} className="card">
      <div className="px-4 pt-3">
        <AskedField name={name}>
          <SpecField name={name} label={`${NUMBERS[index]}、${caption}`} wide />
        </AskedField>
      </div>
      {name === 'projectProgress' && (
        <AskedField name="projects" isInset>
          <ProjectsField prefill={prefill} isBusy={isBusy} onRefill={onRefill} />
        </AskedField>
      )}
    </div>
  ))
}

/** The report of the caller's province: prefilled, saved as a draft, submitted to the nation. */
export function ReportForm({ of, report, onTyped }: ReportFormProps) {
  const { form, saving, send, isBusy, isHeld } = useReportForm({ of, report })
  const isTyped = useFormSlice(({ isDirty }) => isDirty, form.api)
  useEffect(() => onTyped(isTyped), [isTyped, onTyped])
  const remarks = useReportRemarks('WORK_REPORT', report, names, RETURNED)
  return (
    <ReportRemarksProvider value={remarks}>
      <FormNews entity="WORK_REPORT" id={report.id} history={report.flow.history} isHeld={isHeld} />
      <Form form={form} onSubmit={() => send('SUBMIT')} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <DraftOffer form={form} />
        <ReportHead report={report} />
        <ReturnedReport names={names} />
        <Stats stats={report.stats} />
        <div className="card px-4 pt-3">
          <AskedField name="title">
            <SpecField name="title" wide />
          </AskedField>
        </div>
        <Chapters prefill={report.prefill} isBusy={saving.isPending} onRefill={() => send('SAVE', true)} />
        <div className="card px-4 pt-3">
          <AskedField name="stampedFileId">
            <FilesField
              name={SCAN}
              label="盖章扫描件"
              kinds={SCAN_KIND}
              atMost={1}
              note="下载 Word，打印盖章后扫描为 PDF 上传，一份"
            />
          </AskedField>
        </div>
        <FormIssues />
        <FormBar form={form}>
          <Button busy={isBusy('SAVE')} disabled={saving.isPending} onClick={() => send('SAVE')}>
            保存草稿
          </Button>
          <Button
            look="primary"
            busy={isBusy('SUBMIT')}
            disabled={saving.isPending}
            onClick={() => send('SUBMIT')}
          >
            提交国家能源主管部门
          </Button>
        </FormBar>
      </Form>
    </ReportRemarksProvider>
  )
}
