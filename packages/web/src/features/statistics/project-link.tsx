import { GrantedLink } from '../../app/granted-link.tsx'

/** Name of a project, linked if the user may open projects. */
export function ProjectLink({ id, name }: { id: number | undefined; name: string }) {
  if (id === undefined) return <>{name}</>
  return (
    <GrantedLink
      to="/esproject/detail/$id"
      params={{ id: String(id) }}
      className="text-brand-ink hover:underline"
    >
      {name}
    </GrantedLink>
  )
}
