import { useQuery } from '@tanstack/react-query'
import { DeclareStatus } from '@xinchu/contract/codes'
import { lazy, Suspense } from 'react'
import { GrantedAction } from '../../../app/granted-action.tsx'
import { today } from '../../../lib/beijing.ts'
import { leftText, shortDay } from '../../../lib/due.ts'
import { RETURNED_STATES } from '../../../records/returned-states.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { FirstUse } from '../first-use.tsx'
import { PilotWork } from '../pilot-work.tsx'
import { homeQueries, reportedQuarter } from '../queries.ts'
import { Unread } from '../unread.tsx'
import { Windows } from '../windows.tsx'
import { Drafts, DueUsage, InReview, OWN_LIST } from './own-work.tsx'
import { ownQueries, REVIEW_STATES } from './queries.ts'
import { ReturnedWork, USAGE_SHEET, useReturned } from './returned-work.tsx'
import { Tile } from './tile.tsx'

const PublicityNotice = lazy(async () => ({
  default: (await import('../../../records/publicity-notice.tsx')).PublicityNotice,
}))
const UnsavedWork = lazy(async () => ({ default: (await import('../unsaved-work.tsx')).UnsavedWork }))

type Returned = ReturnType<typeof useReturned>

/** 11月22日，星期日 */
const todayWords = () =>
  new Intl.DateTimeFormat('zh-CN', {
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    timeZone: 'UTC',
  }).format(new Date(today()))

function Tiles({ returned: { total, firstDue } }: { returned: Returned }) {
  const due = useQuery(ownQueries.dueUsage()).data?.totalElements
  const all = useQuery(ownQueries.allUsage()).data?.totalElements
  const drafts = useQuery(ownQueries.drafts()).data?.totalElements
  const review = useQuery(ownQueries.inReview()).data
  const { year, quarter } = reportedQuarter()
  const longest = review?.content[0]
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Tile
        caption="退回待改"
        value={total}
        isUrgent
        note={firstDue && `最早的请于 ${shortDay(firstDue)} 前改正`}
        to={OWN_LIST}
        search={{ declareStatus: RETURNED_STATES.join() }}
      />
      <Tile
        caption="本期应报"
        value={due}
        note={`${year}年第${quarter}季度${all ? `，应报 ${all}` : ''}`}
        to={USAGE_SHEET}
      />
      <Tile caption="草稿" value={drafts} to={OWN_LIST} search={{ declareStatus: DeclareStatus.draft }} />
      <Tile
        caption="审核中"
        value={review?.totalElements}
        note={longest?.waitingDays !== undefined && `最久 ${longest.waitingDays} 天`}
        to={OWN_LIST}
        search={{ declareStatus: REVIEW_STATES.join() }}
      />
    </div>
  )
}

/** Shown without open tasks, with the next deadline. */
function NothingToDo({ returned }: { returned: Returned }) {
  const { data: windows } = useQuery(homeQueries.windows())
  const due = useQuery(ownQueries.dueUsage()).data?.totalElements
  const drafts = useQuery(ownQueries.drafts()).data?.totalElements
  if (returned.total !== 0 || due !== 0 || drafts !== 0) return null
  const next = windows
    ?.filter(({ open }) => open)
    .map(({ deadline, endTime }) => (deadline ?? endTime).slice(0, 10))
    .sort()[0]
  return (
    <p className="card px-4 py-10 text-center text-ink-soft">
      没有待办。{next && `下一个期限：${shortDay(next)}，${leftText(next)}`}
    </p>
  )
}

/** Tasks of an enterprise: returned records, due reports, drafts, and records under review. */
export function EnterpriseHome({ title }: { title: string }) {
  const returned = useReturned()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-lg">{title}</h1>
        <p className="mr-auto text-ink-soft text-s">{todayWords()}</p>
        <GrantedAction to="/esproject/import/index" className={buttonClass('plain')}>
          批量导入
        </GrantedAction>
        <GrantedAction to="/esproject/declare/form" className={buttonClass('primary')}>
          新建项目
        </GrantedAction>
      </header>
      <Tiles returned={returned} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_316px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Suspense fallback={null}>
            <UnsavedWork />
          </Suspense>
          <ReturnedWork returned={returned} />
          <PilotWork />
          <DueUsage />
          <Drafts />
          <NothingToDo returned={returned} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Windows />
          <Suspense fallback={null}>
            <PublicityNotice />
          </Suspense>
          <InReview />
          <Unread />
          <FirstUse />
        </div>
      </div>
    </div>
  )
}
