import { Link } from '@tanstack/react-router'

/** Name of a project in the first column of a list, linked to its page. */
export function ProjectName({ id, projectName }: { id: number; projectName: string }) {
  return (
    <Link
      to="/esproject/detail/$id"
      params={{ id: String(id) }}
      className="font-medium text-brand-ink hover:underline"
    >
      {projectName}
    </Link>
  )
}
