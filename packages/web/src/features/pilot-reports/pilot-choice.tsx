import { useQuery } from '@tanstack/react-query'
import { Combobox } from '../../ui/form/combobox.tsx'
import { usePorts } from '../../ui/ports.ts'
import { type ProjectChoice, pilotReportQueries } from './queries.ts'

/**
 * The projects in the user's scope, and the one of the address; by default the first. The address may leave the choice
 * open where there are several.
 */
export function useChosenPilot(of: ProjectChoice = 'announced') {
  const [search] = usePorts().useSearch()
  const projects = useQuery(pilotReportQueries.projects(of))
  // Messages and tasks name the project as the calls do.
  const chosen = Number(search['project'] ?? search['demoProjectId'])
  const project = projects.data?.find(({ id }) => id === chosen) ?? projects.data?.[0]
  const isOpen = Number.isNaN(chosen) && (projects.data?.length ?? 0) > 1
  return { projects, project, isOpen }
}

/** Chooses one of several projects; of a single one it only shows the name. */
export function PilotChoice({ of }: { of?: ProjectChoice }) {
  const [search, setSearch] = usePorts().useSearch()
  const { projects, project } = useChosenPilot(of)
  if (!project) return null
  if (projects.data?.length === 1) return <p className="min-w-0 text-ink-soft">{project.projectName}</p>
  return (
    <div className="w-full max-w-sm sm:w-96">
      <Combobox
        aria-label="示范项目"
        value={String(project.id)}
        options={(projects.data ?? []).map(({ id, projectName }) => ({
          value: String(id),
          label: projectName,
        }))}
        onValue={(id) => id && setSearch({ ...search, project: Number(id) })}
      />
    </div>
  )
}
