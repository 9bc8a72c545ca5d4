import { useMutation, useQuery } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/sdk/codes'
import { sdk } from '../../app/sdk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { AnnualFigures } from './annual-figures.tsx'
import { type AnnualReport, annualQueries } from './annual-queries.ts'
import { AnnualSteps } from './annual-steps.tsx'
import { AnnualTargets } from './annual-targets.tsx'
import { AnnualTexts } from './annual-texts.tsx'
import { EvidenceFiles, STAMPED } from './evidence-files.tsx'
import { type Annual, useAnnual } from './use-annual.ts'

interface AnnualSheetProps {
  projectId: number
  year: number
  stored: AnnualReport
  isAuthor: boolean
  mayWrite: boolean
}

/** What keeps the report from being submitted, in the server's words. */
function Checks({ lacking }: { lacking: readonly string[] }) {
  return (
    <section aria-label="提交前检查" className="card px-4 py-3 text-s">
      <h2 className="mb-1.5 font-medium text-body">提交前检查</h2>
      {lacking.length === 0 ? (
        <p className="text-success">校验通过，可以提交</p>
      ) : (
        <ul id="annual-lacking" className="grid list-disc gap-1 pl-5 text-ink-soft">
          {lacking.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The report as documents. */
function Documents({ id, year }: { id: number; year: number }) {
  const downloading = useMutation({
    async mutationFn(format: 'PDF' | 'Word') {
      const { annualReports } = sdk
      const { blob, fileName } = await (format === 'PDF'
        ? annualReports.downloadPdf({ id })
        : annualReports.downloadWord({ id }))
      saveFile(blob, fileName ?? `${year}年度报告.${format === 'PDF' ? 'pdf' : 'docx'}`)
    },
  })
  return (
    <p className="mb-2 flex flex-wrap gap-2">
      {(['PDF', 'Word'] as const).map((format) => (
        <Button
          key={format}
          look="quiet"
          icon="download"
          disabled={downloading.isPending}
          onClick={() => downloading.mutate(format)}
        >
          下载 {format}
        </Button>
      ))}
    </p>
  )
}

/** The stamped scan, and the document that is stamped. */
function Scan({ annual }: { annual: Annual }) {
  const { form, report, isOpen, change } = annual
  return (
    <section aria-label="盖章扫描件" className="card px-4 py-3">
      <h2 className="mb-2 flex flex-wrap items-center gap-2 font-medium">
        盖章扫描件
        <span className="font-normal text-ink-faint text-s">PDF，≤ 50 MB</span>
      </h2>
      {report.id !== undefined && <Documents id={report.id} year={report.year} />}
      <EvidenceFiles
        of="年度报告"
        kind={STAMPED}
        files={form.stamped ? [form.stamped] : []}
        isOpen={isOpen}
        onFiles={(files) => change({ stamped: files.at(-1) })}
      />
    </section>
  )
}

/** One annual report: figures against the quarters, targets, texts, the scan and the steps. */
export function AnnualSheet({ projectId, year, stored, isAuthor, mayWrite }: AnnualSheetProps) {
  const annual = useAnnual({ demoProjectId: projectId, year, stored, mayWrite })
  const { report, isOpen } = annual
  const check = useQuery({ ...annualQueries.check({ demoProjectId: projectId, year }), enabled: isAuthor })
  const lacking = check.data ? [...check.data.reasons, ...check.data.missing] : []
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5">
        <h2 className="font-medium">{year} 年度报告</h2>
        <StatusTag label={report.id === undefined ? '未填报' : report.statusLabel} />
        {report.status === ReportStatus.returned && report.flow.lastOpinion && (
          <p role="note" className="basis-full rounded-lg bg-danger-soft px-4 py-2 text-danger text-s">
            退回意见：{report.flow.lastOpinion}
          </p>
        )}
      </div>
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-3.5">
          <AnnualFigures annual={annual} />
          <AnnualTargets annual={annual} />
          <AnnualTexts annual={annual} />
        </div>
        <div className="grid min-w-0 gap-3.5">
          {isOpen && <Checks lacking={lacking} />}
          <Scan annual={annual} />
        </div>
      </div>
      <AnnualSteps annual={annual} lacking={isAuthor ? lacking : []} />
    </>
  )
}
