import { useMutation, useQuery } from '@tanstack/react-query'
import type { DemoProjectRow, FormalCheck } from '@xinchu/sdk'
import { useState } from 'react'
import { figure } from '../../../lib/figures.ts'
import { isInDialog, useShortcuts } from '../../../lib/shortcuts.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { ChangesPanel } from '../changes-panel.tsx'
import { lifeOf } from '../detail/life-model.ts'
import { Materials } from '../detail/materials.tsx'
import { Timeline } from '../detail/timeline.tsx'
import { pilotMutations, pilotQueries } from '../queries.ts'
import { Repeats } from '../repeats.tsx'
import { Points, type Verdict } from './points.tsx'

const TABS = { points: '形审要点', materials: '申报材料', changes: '变化', history: '办理记录' } as const
type Tab = keyof typeof TABS
const TAB_KEYS: readonly Tab[] = ['points', 'materials', 'changes', 'history']

function Record({ id, tab }: { id: number; tab: Tab }) {
  const { data, error, refetch } = useQuery(pilotQueries.one(id))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={8} />
  return (
    <div className="p-3">
      {tab === 'materials' ? <Materials project={data} /> : <Timeline events={lifeOf(data)} />}
    </div>
  )
}

/** Judges a point. Shows the reply without a refetch. */
function useJudging(projectId: number) {
  return useMutation({
    ...pilotMutations.judge,
    onSuccess: (check, _verdict, _context, { client }) =>
      client.setQueryData(pilotQueries.formalCheck(projectId).queryKey, check),
  })
}

interface Props {
  project: DemoProjectRow
  check: FormalCheck
}

/** One project at the formal check: its points, materials, changes and history. */
export function ProjectPane({ project, check }: Props) {
  const [tab, setTab] = useState<Tab>('points')
  const [current, setCurrent] = useState<string>()
  const judging = useJudging(project.id)
  const isReadOnly = !project.actions.includes('ACCEPT')
  const judge = (code: string, verdict: Verdict, reason?: string) => {
    setCurrent(code)
    judging.mutate({ projectId: project.id, items: [{ code, verdict, ...(reason ? { reason } : {}) }] })
  }
  /** Y and N judge the current point; without one, the first that is not judged. */
  const press = (verdict: Verdict) => {
    const point =
      check.points.find(({ code }) => code === current) ??
      check.points.find((each) => each.verdict === undefined)
    if (!point || point.judgedBy === 'SYSTEM' || isReadOnly) return
    setCurrent(point.code)
    const buttons = document.querySelectorAll<HTMLButtonElement>(
      `[data-point="${point.code}"] fieldset button`,
    )
    buttons[verdict === 'MET' ? 0 : 1]?.click()
  }
  const when = (target: EventTarget | null) => !isInDialog(target)
  useShortcuts([
    { keys: 'Y', where: '形式审查', does: '判为符合', onPress: () => press('MET'), when },
    { keys: 'N', where: '形式审查', does: '判为不符', onPress: () => press('NOT_MET'), when },
  ])
  const { projectName, demoCode, companyName, ratedPower, ratedEnergy, totalInvestment, recommendOrgName } =
    project
  return (
    <section className="card min-w-0" aria-label={projectName}>
      <header className="border-line border-b px-4 py-3">
        <h2 className="break-words font-medium text-base">{projectName}</h2>
        <p className="text-ink-soft text-s">
          {[
            demoCode,
            companyName,
            `${figure(ratedPower)} MW / ${figure(ratedEnergy)} MWh`,
            totalInvestment && `${figure(totalInvestment)} 万元`,
            recommendOrgName,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <Repeats project={project} />
      <div role="tablist" aria-label="形式审查" className="flex flex-wrap gap-x-5 border-line border-b px-4">
        {TAB_KEYS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={tab === each}
            onClick={() => setTab(each)}
            className={`-mb-px min-h-11 border-b-2 ${tab === each ? 'border-brand font-medium text-brand-ink' : 'border-transparent text-ink-soft'}`}
          >
            {TABS[each]}
            {each === 'points' && ` ${check.points.length}`}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={TABS[tab]}>
        {tab === 'points' && (
          <Points
            check={check}
            isReadOnly={isReadOnly}
            current={current}
            onCurrent={setCurrent}
            onJudge={judge}
          />
        )}
        {tab === 'changes' && <ChangesPanel project={project} />}
        {(tab === 'materials' || tab === 'history') && <Record id={project.id} tab={tab} />}
      </div>
    </section>
  )
}
