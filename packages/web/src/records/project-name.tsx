import { GrantedLink } from '../app/granted-link.tsx'
import { useView } from '../app/views/view-context.ts'
import { NameText } from '../ui/name-text.tsx'

/** The list that a detail belongs to unless it was opened from another. */
const QUERY = '/esproject/query/index'

/** Search of a project's detail that is opened from the current screen. */
export function useOrigin(): { from?: string } {
  const { screen } = useView()
  return screen === QUERY ? {} : { from: screen }
}

/** Name of a project in a list, linked to its page. */
export function ProjectName({ id, projectName }: { id: number; projectName: string }) {
  return (
    <GrantedLink
      to="/esproject/detail/$id"
      params={{ id: String(id) }}
      search={useOrigin()}
      aria-label={projectName}
      className="inline-flex min-h-6 max-w-full items-center align-middle font-medium text-brand-ink hover:underline"
    >
      <NameText>{projectName}</NameText>
    </GrantedLink>
  )
}
