import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WindowStatus } from '../../records/window-status.tsx'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { AssessForm } from './assess-form.tsx'
import { PilotChoice, useChosenPilot } from './pilot-choice.tsx'
import { type AssessStage, pilotReportQueries } from './queries.ts'
import { StagePills } from './stage-pills.tsx'

const OWN_STAGES: readonly AssessStage[] = ['PRIMARY', 'SELF', 'ANNUAL']

/** The periods in which a project fills in a stage, and the one of the address. */
function usePeriods(projectId: number | undefined, stage: AssessStage) {
  const [search] = usePorts().useSearch()
  const query = useQuery({ ...pilotReportQueries.periods(projectId ?? 0), enabled: projectId !== undefined })
  const own = query.data?.filter((period) => period.stage === stage) ?? []
  const period =
    own.find(({ year }) => year === Number(search['year'])) ?? own.find(({ open }) => open) ?? own[0]
  return { query, own, period }
}

interface AssessmentProps {
  projectId: number
  stage: AssessStage
  year: number
  techType: string | undefined
  isOpen: boolean
}

/** The form once everything that it needs is there. */
function Assessment({ projectId, stage, year, techType, isOpen }: AssessmentProps) {
  const key = { demoProjectId: projectId, stage, year }
  const values = useQuery({ ...pilotReportQueries.values(key), staleTime: Infinity })
  const tree = useQuery(pilotReportQueries.catalogue({ stage, ...(techType ? { techType } : {}) }))
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

/** Title, project and stage, and what belongs to the stage. */
function Head({ stage, children }: { stage: AssessStage; children?: ReactNode }) {
  const [search, setSearch] = usePorts().useSearch()
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="font-semibold text-lg">指标自评</h1>
      <PilotChoice of={stage === 'PRIMARY' ? 'drafts' : 'announced'} />
      <StagePills
        stages={OWN_STAGES}
        stage={stage}
        onStage={(next) => setSearch({ ...search, stage: next, year: undefined, project: undefined })}
      />
      {children}
    </header>
  )
}

/** The assessment that goes with an application, which the experts of the primary review read. */
function ApplicationAssessment() {
  const { projects, project } = useChosenPilot('drafts')
  const detail = useQuery({ ...pilotReportQueries.project(project?.id ?? 0), enabled: project !== undefined })
  const failed = [projects, detail].find(({ error }) => error)
  return (
    <>
      <Head stage="PRIMARY">
        <p className="text-ink-soft text-s">选填，随申报书供初评专家参考，提交后不能修改</p>
      </Head>
      {failed?.error && <Failed error={failed.error} onRetry={() => void failed.refetch()} />}
      {(projects.isPending || (project && detail.isPending)) && <Loading rows={10} />}
      {projects.data?.length === 0 && <Empty>没有正在填写的申报，初评自评在申报提交前填写</Empty>}
      {project && detail.data && (
        <Assessment
          key={project.id}
          projectId={project.id}
          stage="PRIMARY"
          year={detail.data.batchYear}
          techType={detail.data.techType}
          isOpen
        />
      )}
    </>
  )
}

/** The assessment of an announced project, once a year. */
function ReportAssessment({ stage }: { stage: AssessStage }) {
  const [search, setSearch] = usePorts().useSearch()
  const { projects, project } = useChosenPilot()
  const detail = useQuery({ ...pilotReportQueries.project(project?.id ?? 0), enabled: project !== undefined })
  const { query, own, period } = usePeriods(project?.id, stage)
  const failed = [projects, detail, query].find(({ error }) => error)
  const isPending = projects.isPending || (project && (query.isPending || detail.isPending))
  return (
    <>
      <Head stage={stage}>
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
      </Head>
      {failed?.error && <Failed error={failed.error} onRetry={() => void failed.refetch()} />}
      {isPending && <Loading rows={10} />}
      {projects.data?.length === 0 && <Empty>本单位没有已公布的试点示范项目，公布后方可自评</Empty>}
      {project && query.data && !period && <Empty>尚未开放自评，开放时间由国家能源主管部门设定</Empty>}
      {project && detail.data && period && (
        <Assessment
          key={`${project.id} ${stage} ${period.year}`}
          projectId={project.id}
          stage={stage}
          year={period.year}
          techType={detail.data.techType}
          isOpen={period.open}
        />
      )}
    </>
  )
}

/** 指标自评: a project's own assessment against the catalogue, with its application and once a year afterwards. */
export function AssessScreen() {
  const [search] = usePorts().useSearch()
  const stage = OWN_STAGES.find((each) => each === search['stage']) ?? 'SELF'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {stage === 'PRIMARY' ? <ApplicationAssessment /> : <ReportAssessment stage={stage} />}
    </div>
  )
}
