import { useQuery } from '@tanstack/react-query'
import { deptKinds } from '@xinchu/contract/rights'
import { lazy, type ReactNode, Suspense } from 'react'
import { shortTitle } from '../../app/menus.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { useView } from '../../app/views/view-context.ts'
import { REPEAT_REVIEW } from '../../records/repeat/queries.ts'
import { FirstUse } from './first-use.tsx'
import { GroupFigures, GroupRegions } from './group-figures.tsx'
import { OfficeTiles, PROJECTS } from './office-tiles.tsx'
import { EnterpriseHome } from './own/enterprise-home.tsx'
import { PilotWork } from './pilot-work.tsx'
import { PROJECT_REVIEW, ProjectWork } from './project-work.tsx'
import { AnsweredWork, ReturnedProjects } from './remark-work.tsx'
import { RepeatWork } from './repeat-work.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Unread } from './unread.tsx'
import { USAGE_REVIEW, UsageWork } from './usage-work.tsx'
import { useGranted } from './use-granted.ts'
import { WaitingTable } from './waiting-table.tsx'
import { Windows } from './windows.tsx'
import { DESK } from './work-card.tsx'
import { YEAR_CALCULATION, YearWork } from './year-work.tsx'

const { province: PROVINCE, group: GROUP, enterprise: ENTERPRISE } = deptKinds

const ProvincialWork = lazy(async () => ({ default: (await import('./provincial-work.tsx')).ProvincialWork }))

const AppealWork = lazy(async () => ({ default: (await import('./appeal-work.tsx')).AppealWork }))

const RegistrationWork = lazy(async () => ({
  default: (await import('./registration-work.tsx')).RegistrationWork,
}))

const Changes = lazy(async () => ({ default: (await import('./changes.tsx')).Changes }))
const PublicityNotice = lazy(async () => ({
  default: (await import('../../records/publicity-notice.tsx')).PublicityNotice,
}))
const UnsavedWork = lazy(async () => ({ default: (await import('./unsaved-work.tsx')).UnsavedWork }))
const Missing = lazy(async () => ({ default: (await import('./missing.tsx')).Missing }))

const RECOMMENDATION = '/demonstration/recommend/province'
const GROUP_RECOMMENDATION = '/demonstration/recommend/group'
const FORMAL_CHECK = '/demonstration/platform/index'
const NATIONAL_CHECK = '/demonstration/national/index'
const REGISTRATION = '/system/registration/index'
const WORK_REPORT = '/provincial/workreport/index'
const COMPLETENESS = '/planningmonitoring/project/completeness'

/** Pending work of the office, one card per kind. */
function useWork(deptId: number | undefined): readonly ReactNode[] {
  const granted = new Set(useGranted().map(({ path }) => path))
  const cards: readonly (readonly [path: string, card: ReactNode])[] = [
    [RECOMMENDATION, <PilotWork key="demos" />],
    [GROUP_RECOMMENDATION, <PilotWork key="demos" />],
    [FORMAL_CHECK, <PilotWork key="demos" />],
    [NATIONAL_CHECK, <PilotWork key="demos" />],
    [PROJECT_REVIEW, <ProjectWork key="projects" />],
    [USAGE_REVIEW, <UsageWork key="usage" isReviewer={deptId === PROVINCE} />],
    [YEAR_CALCULATION, <YearWork key="year" />],
    [
      WORK_REPORT,
      deptId === PROVINCE && (
        <Suspense key="provincial" fallback={null}>
          <ProvincialWork />
        </Suspense>
      ),
    ],
    [
      REPEAT_REVIEW,
      deptId !== ENTERPRISE && (
        <Suspense key="appeals" fallback={null}>
          <AppealWork />
        </Suspense>
      ),
    ],
    [REPEAT_REVIEW, deptId === PROVINCE && <RepeatWork key="repeats" />],
    [
      REGISTRATION,
      <Suspense key="registrations" fallback={null}>
        <RegistrationWork isMine={granted.has(DESK)} />
      </Suspense>,
    ],
  ]
  return cards.flatMap(([path, card]) => (granted.has(path) && card ? [card] : []))
}

/**
 * 任务管理 and 首页: pending work of the user's office with age, deadline and links.
 * @param pinned statistics cards of an office
 */
export function TaskScreen({ pinned }: { pinned: ReactNode }) {
  const { data: info } = useQuery(sessionQueries.info)
  const { screen } = useView()
  const granted = useGranted()
  const menuTitle = granted.find(({ path }) => path === screen)?.title
  const has = (page: string) => granted.some(({ path }) => path === page)
  const hasDesk = has(DESK)
  const title = menuTitle ? shortTitle(menuTitle) : '首页'
  const deptId = info?.user.deptId
  const work = useWork(deptId)
  if (deptId === ENTERPRISE) return <EnterpriseHome title={title} />
  const side = [
    <Suspense key="unsaved" fallback={null}>
      <UnsavedWork />
    </Suspense>,
    <Suspense key="news" fallback={<div className="card min-h-32" />}>
      <Changes />
      {has(COMPLETENESS) && <Missing />}
    </Suspense>,
    <Windows key="windows" />,
    <Suspense key="publicity" fallback={null}>
      <PublicityNotice />
    </Suspense>,
    <Unread key="unread" />,
    <FirstUse key="first-use" />,
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="font-semibold text-lg">{title}</h1>
        <p className="text-ink-faint text-s">{info?.user.orgName}</p>
      </header>
      {deptId === GROUP && <GroupFigures />}
      {hasDesk && <OfficeTiles />}
      {hasDesk || work.length > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_316px]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {hasDesk && (
              <>
                <WaitingTable />
                <AnsweredWork />
                {has(PROJECTS) && <ReturnedProjects />}
              </>
            )}
            {work}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{side}</div>
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">{side}</div>
      )}
      {deptId === GROUP && <GroupRegions />}
      {pinned}
      <Shortcuts />
    </div>
  )
}
