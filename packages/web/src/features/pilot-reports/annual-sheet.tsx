import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import type { ReactNode } from 'react'
import { figure } from '../../lib/figures.ts'
import { DeskLink } from '../../records/desk-link.tsx'
import { RecordNews } from '../../records/record-news.tsx'
import {
  AskedField,
  ReportRemarksProvider,
  ReturnedReport,
  useReportRemarks,
} from '../../records/report-remarks.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Chapter, chaptersOf } from './annual-chapters.ts'
import { AnnualChecks } from './annual-checks.tsx'
import { AnnualFigures } from './annual-figures.tsx'
import { TEXTS, type TextName } from './annual-model.ts'
import { AnnualOutline } from './annual-outline.tsx'
import { type AnnualReport, annualQueries } from './annual-queries.ts'
import { AnnualDocuments, AnnualScan } from './annual-scan.tsx'
import { AnnualSteps } from './annual-steps.tsx'
import { AnnualTargets } from './annual-targets.tsx'
import { AnnualEconomy, AnnualText, ChapterCard } from './annual-texts.tsx'
import { ClashQuestion } from './clash-question.tsx'
import { type Annual, useAnnual } from './use-annual.ts'

interface AnnualSheetProps {
  projectId: number
  year: number
  stored: AnnualReport
  isAuthor: boolean
  mayWrite: boolean
  recommender: string
}

/** Facts of the project, read-only in the report. */
function Basics({ basic }: Pick<AnnualReport, 'basic'>) {
  const lines: readonly (readonly [caption: string, value: ReactNode])[] = [
    ['示范项目编号', basic.demoCode],
    ['申报单位', basic.companyName],
    ['省份', basic.provinceName],
    ['技术路线', <DictText key="tech" dict="tech_type" value={basic.techType} />],
    ['功率 / 能量', `${figure(basic.ratedPower)} MW / ${figure(basic.ratedEnergy)} MWh`],
    ['总投资', `${figure(basic.totalInvestment)} 万元`],
    ['投运日期', basic.commissionDate ?? '尚未投运'],
    ['公布', [basic.announceDate, basic.announceNo].filter(Boolean).join('　')],
  ]
  return (
    <dl className="grid gap-x-6 gap-y-2 px-4 py-3 text-s sm:grid-cols-2">
      {lines.map(([caption, value]) => (
        <div key={caption} className="flex gap-3">
          <dt className="w-24 shrink-0 text-ink-faint">{caption}</dt>
          <dd className="min-w-0 break-words">{value || '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

const isText = (id: string): id is TextName => TEXTS.some((name) => name === id)

function Body({ annual, id }: { annual: Annual; id: string }) {
  if (isText(id)) return <AnnualText annual={annual} name={id} />
  switch (id) {
    case 'basic':
      return <Basics basic={annual.report.basic} />
    case 'usage':
      return (
        <>
          <AskedField name="usageReasons" isInset>
            <AnnualFigures annual={annual} />
          </AskedField>
          <div className="border-line border-t">
            <p className="px-4 pt-3 text-s">运行情况说明</p>
            <AskedField name="operationSummary" isInset>
              <AnnualText annual={annual} name="operationSummary" />
            </AskedField>
          </div>
        </>
      )
    case 'targets':
      return <AnnualTargets annual={annual} />
    default:
      return <AnnualEconomy annual={annual} />
  }
}

const NOTES: Readonly<Record<string, string>> = {
  basic: '取自示范项目，只读',
  targets: '指标与计划值取自申报书关键指标',
}

function Head({ annual }: { annual: Annual }) {
  const { report } = annual
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <h2 className="font-medium">{report.year} 年度报告</h2>
      <StatusTag label={report.id === undefined ? '未填报' : report.statusLabel} />
      {report.id !== undefined && (
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <DeskLink entity="ANNUAL" id={report.id} actions={report.flow.actions} />
          <AnnualDocuments id={report.id} year={report.year} />
        </div>
      )}
    </div>
  )
}

const NAMES = fields.AnnualReportFields.map(({ name }) => name)

/** The contract's names of what the form holds under another name. */
const FIELDS: Readonly<Record<string, string>> = {
  reasons: 'usageReasons',
  money: 'economicEffect',
  moneyText: 'economicEffect',
  stamped: 'stampedFileId',
}

function captionOf(group: string, inner: string): string {
  const name = group === 'texts' ? inner : (FIELDS[group] ?? group)
  return fields.AnnualReportFields.find((spec) => spec.name === name)?.caption ?? name
}

const isWritten = ({ id }: Chapter) => id !== 'stampedFileId'

/** One annual report: chapters, figures against the quarters, checks, scan and actions. */
export function AnnualSheet(props: AnnualSheetProps) {
  const { projectId, year, stored, isAuthor, mayWrite, recommender } = props
  const annual = useAnnual({ demoProjectId: projectId, year, stored, mayWrite })
  const { report, form, isOpen } = annual
  const check = useQuery({ ...annualQueries.check({ demoProjectId: projectId, year }), enabled: isAuthor })
  const chapters = chaptersOf(form, report)
  const lacking = check.data?.items?.filter(({ state }) => state === 'LACKING').length ?? 0
  const remarks = useReportRemarks('ANNUAL', isAuthor ? report : undefined, NAMES)
  return (
    <ReportRemarksProvider value={remarks}>
      <div>
        {report.id !== undefined && (
          <RecordNews
            key={report.id}
            entity="ANNUAL"
            id={report.id}
            history={report.flow.history}
            isHeld={annual.isHeld}
          />
        )}
        <Head annual={annual} />
        <ClashQuestion clash={annual.clash} captionOf={captionOf} />
      </div>
      <ReturnedReport names={NAMES} />
      <div className="grid items-start gap-3.5 xl:grid-cols-[206px_minmax(0,1fr)_262px]">
        <AnnualOutline annual={annual} chapters={chapters} />
        <div className="grid min-w-0 gap-3.5">
          {chapters.filter(isWritten).map((chapter) => (
            <ChapterCard key={chapter.id} chapter={chapter} note={NOTES[chapter.id]}>
              <AskedField name={chapter.id} isInset>
                <Body annual={annual} id={chapter.id} />
              </AskedField>
            </ChapterCard>
          ))}
        </div>
        <div className="grid min-w-0 gap-3.5 xl:sticky xl:top-[calc(var(--frame-top,0px)+12px)]">
          {isOpen && check.data && <AnnualChecks check={check.data} />}
          <AskedField name="stampedFileId">
            <AnnualScan annual={annual} />
          </AskedField>
        </div>
      </div>
      <AnnualSteps
        annual={annual}
        lacking={isAuthor ? lacking : 0}
        remarks={remarks.open}
        recommender={recommender}
      />
    </ReportRemarksProvider>
  )
}
