import { useQuery } from '@tanstack/react-query'
import { WindowStatus } from '../../app/window-status.tsx'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { AssessForm } from './assess-form.tsx'
import { DemoChoice, useChosenDemo } from './demo-choice.tsx'
import { type AssessStage, demoReportQueries } from './queries.ts'
import { StagePills } from './stage-pills.tsx'

const OWN_STAGES: readonly AssessStage[] = ['SELF', 'ANNUAL']

/** The periods in which a project fills in a stage, and the one of the address. */
function usePeriods(projectId: number | undefined, stage: AssessStage) {
  const [search] = usePorts().useSearch()
  const query = useQuery({ ...demoReportQueries.periods(projectId ?? 0), enabled: projectId !== undefined })
  const own = query.data?.filter((period) => period.stage === stage) ?? []
  const period =
    own.find(({ year }) => year === Number(search['year'])) ?? own.find(({ open }) => open) ?? own[0]
  return { query, own, period }
}

/** The form once everything that it needs is there. */
function Assessment({
  projectId,
  stage,
  year,
  isOpen,
}: {
  projectId: number
  stage: AssessStage
  year: number
  isOpen: boolean
}) {
  const key = { demoProjectId: projectId, stage, year }
  const values = useQuery({ ...demoReportQueries.values(key), staleTime: Infinity })
  const tree = useQuery(demoReportQueries.catalogue({ stage }))
  const error = values.error ?? tree.error
  if (error)
    return (
      <Failed
        error={error}
        onRetry={() => {
          void values.refetch()
          void tree.refetch()
        }}
      />
    )
  if (values.data === undefined || !tree.data) return <Loading rows={10} />
  return <AssessForm of={key} tree={tree.data} stored={values.data} isWindowOpen={isOpen} />
}

/** 指标自评: an announced project's own assessment against the catalogue. */
export function AssessScreen() {
  const [search, setSearch] = usePorts().useSearch()
  const stage = OWN_STAGES.find((each) => each === search['stage']) ?? 'SELF'
  const { projects, project } = useChosenDemo()
  const { query, own, period } = usePeriods(project?.id, stage)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-medium text-lg">指标自评</h1>
        <DemoChoice />
        <StagePills
          stages={OWN_STAGES}
          stage={stage}
          onStage={(next) => setSearch({ ...search, stage: next, year: undefined })}
        />
        {own.length > 1 && (
          <div className="w-28">
            <Select
              aria-label="年度"
              placeholder=""
              value={String(period?.year ?? '')}
              options={own.map(({ year }) => ({ value: String(year), label: `${year} 年` }))}
              onValue={(year) => setSearch({ ...search, year })}
            />
          </div>
        )}
        {period && <WindowStatus query={{ fillType: 'ASSESS', year: period.year }} />}
      </header>
      {projects.error && <Failed error={projects.error} onRetry={() => void projects.refetch()} />}
      {query.error && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {(projects.isPending || (project && query.isPending)) && <Loading rows={10} />}
      {projects.data?.length === 0 && <Empty>本单位没有已公布的试点示范项目，公布后方可自评</Empty>}
      {project && query.data && !period && <Empty>尚未开放自评，开放时间由国家能源主管部门设定</Empty>}
      {project && period && (
        <Assessment
          key={`${project.id} ${stage} ${period.year}`}
          projectId={project.id}
          stage={stage}
          year={period.year}
          isOpen={period.open}
        />
      )}
    </div>
  )
}
