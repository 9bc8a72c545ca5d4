import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { leavesOf, menuTree } from '../../app/menus.ts'
import { sessionQueries } from '../../app/session-queries.ts'

const DETAIL = '/esproject/detail/:id'

/** Name of a project, linked if the user may open projects. */
export function ProjectLink({ id, name }: { id: number | undefined; name: string }) {
  const { data: routes = [] } = useQuery(sessionQueries.menus)
  const isGranted = leavesOf(menuTree(routes)).some(({ path }) => path === DETAIL)
  if (!isGranted || id === undefined) return <>{name}</>
  return (
    <Link to="/esproject/detail/$id" params={{ id: String(id) }} className="text-brand-ink hover:underline">
      {name}
    </Link>
  )
}
