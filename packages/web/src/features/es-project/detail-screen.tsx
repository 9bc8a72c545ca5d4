import { useQuery } from '@tanstack/react-query'
import { useView, useViewTitle } from '../../app/views/view-context.ts'
import { ProjectDetail } from './detail.tsx'
import { projectQueries } from './queries.ts'

/** Names its tag after the project. */
export function DetailScreen() {
  const id = Number(useView().params['id'])
  const { data } = useQuery(projectQueries.one(id))
  useViewTitle(data?.projectName)
  return <ProjectDetail id={id} />
}
