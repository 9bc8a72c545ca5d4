import { queryOptions, useQuery } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import { GrantedLink } from '../../app/granted-link.tsx'
import { sdkOf } from '../../app/pilot-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { figure } from '../../lib/figures.ts'
import { windowQuery } from '../../records/window-status.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { stateWithRemarks } from '../../ui/review/remark-model.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { WorkCard } from './work-card.tsx'

const PILOTS = '/provincial/demonstration/index'
const REPORTS = '/provincial/workreport/index'
const SHOWN = 5

/** States in which the province has to report. */
const OPEN = [ReportStatus.draft, ReportStatus.returned, ReportStatus.returnedByNation]

const pilotsQuery = queryOptions({
  queryKey: [...queryKeys.provincial, 'home-demos'],
  queryFn: ({ client, signal }) =>
    sdkOf(client).provincialDemos.list({ status: OPEN, size: SHOWN }, { signal }),
})

const reportsQuery = queryOptions({
  queryKey: [...queryKeys.provincial, 'home-reports'],
  queryFn: ({ client, signal }) => sdkOf(client).workReports.list({ status: OPEN, size: SHOWN }, { signal }),
})

const look = 'font-medium text-brand-ink hover:underline'

/** Projects that the province has not submitted, or has again. */
function PilotWork() {
  const { data, error, refetch } = useQuery(pilotsQuery)
  const total = data?.totalElements ?? 0
  return (
    <WorkCard
      title="省级示范项目"
      to={PILOTS}
      all={total > 0 ? `全部待办（${figure(total)}）` : '查看省级示范项目'}
      fillType="PROV_DEMO"
      rows={data?.content.map(({ id, projectName, statusLabel, remarkCount, updateTime }) => ({
        id,
        name: (
          <GrantedLink to={PILOTS} search={{ id: String(id) }} className={look}>
            {projectName}
          </GrantedLink>
        ),
        note: <StatusTag label={stateWithRemarks(statusLabel, remarkCount)} />,
        since: updateTime,
      }))}
      empty="没有待提交的省级示范项目"
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** Work reports of the year that the province has not submitted, or has again. */
function ReportWork() {
  const { data, error, refetch } = useQuery(reportsQuery)
  const { data: windows } = useQuery(windowQuery({ fillType: 'PROV_REPORT' }))
  return (
    <WorkCard
      title="省级工作报告"
      to={REPORTS}
      all="填报省级工作报告"
      fillType="PROV_REPORT"
      rows={data?.content.map(({ id, year, reportType, statusLabel, updateTime }) => ({
        id: reportType,
        name: (
          <GrantedLink to={REPORTS} search={{ year: String(year), reportType }} className={look}>
            {year} 年
            <DictText dict="work_report_type" value={reportType} />
            报告
          </GrantedLink>
        ),
        note: <StatusTag label={id === undefined ? '未填报' : statusLabel} />,
        since: updateTime ?? windows?.find((each) => each.year === year)?.startTime,
      }))}
      empty="没有待提交的省级工作报告"
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** Reports of the province to the nation, with start and deadline. */
export function ProvincialWork() {
  return (
    <>
      <ReportWork />
      <PilotWork />
    </>
  )
}
