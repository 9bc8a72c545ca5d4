import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { FilesField } from '../../ui/form/files-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { DraftOffer, FormBar, FormIssues } from '../../ui/form/form-bar.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { notify } from '../../ui/notice.tsx'
import { provincialMutations, type ReportKey, type WorkReport } from './queries.ts'
import {
  CHAPTERS,
  captionOf,
  reportRows,
  reportSpecs,
  reportValues,
  SCAN,
  sentReport,
} from './report-model.ts'
import { ReportHead, Stats } from './report-parts.tsx'
import { ProjectsField } from './report-projects.tsx'

const SCAN_KIND = [{ bizType: 'WORKREPORT_STAMPED', label: '盖章扫描件', required: true }]
const NUMBERS = ['一', '二', '三', '四', '五', '六', '七', '八']

interface ReportFormProps {
  of: ReportKey
  report: WorkReport
}

/** The report of the caller's province: prefilled, saved as a draft, submitted to the nation. */
export function ReportForm({ of, report }: ReportFormProps) {
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
    onSuccess(_, { action }) {
      form.saved()
      notify(action === 'SUBMIT' ? '已提交国家能源主管部门' : '已保存', 'success')
    },
    onError: form.takeError,
  })
  const send = (action: 'SAVE' | 'SUBMIT') => {
    if (!form.validate(action === 'SUBMIT' ? 'submit' : 'draft')) return
    const { id, version } = report
    const stamp = id === undefined || version === undefined ? {} : { id, version }
    saving.mutate({ ...sentReport(form.store.draft()), ...of, ...stamp, action })
  }
  const isBusy = (action: string) => saving.isPending && saving.variables.action === action
  return (
    <Form form={form} onSubmit={() => send('SUBMIT')} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <DraftOffer form={form} />
      <ReportHead report={report} />
      <Stats stats={report.stats} />
      <div className="card px-4 pt-3">
        <SpecField name="title" wide />
      </div>
      {CHAPTERS.map((name, index) => (
        <div key={name} className="card">
          <div className="px-4 pt-3">
            <SpecField name={name} label={`${NUMBERS[index]}、${captionOf(name)}`} wide />
          </div>
          {name === 'projectProgress' && <ProjectsField />}
        </div>
      ))}
      <div className="card px-4 pt-3">
        <FilesField
          name={SCAN}
          label="盖章扫描件"
          kinds={SCAN_KIND}
          atMost={1}
          note="下载 Word，打印盖章后扫描为 PDF 上传，一份"
        />
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
  )
}
