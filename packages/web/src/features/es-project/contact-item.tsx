import { useQuery } from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import type { Project } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { sessionQueries } from '../../app/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { RecordFields, RecordItem, RecordText } from '../../ui/record/record-group.tsx'
import { projectQueries } from './queries.ts'

const isMasked = (value: unknown) => typeof value === 'string' && value.includes('***')

/** Phone number or e-mail of a contact. Masked for other offices until revealed, which is audited. */
export function ContactItem({ spec, project }: { spec: FieldSpec; project: Project }) {
  const { user } = useQuery(sessionQueries.info).data ?? {}
  // Both fields share one reply, which is dropped when the page is left.
  const { data, isFetching, refetch } = useQuery({
    ...projectQueries.contact(project.id),
    enabled: false,
    gcTime: 0,
  })
  const value = { ...project }[spec.name as keyof Project]
  if (!isMasked(value)) return <RecordFields specs={[spec]} record={project} />
  const mayReveal = user !== undefined && may(user, 'contacts.reveal')
  return (
    <RecordItem label={spec.caption}>
      <RecordText spec={spec} record={{ ...project, ...data }} />
      {mayReveal && !data && (
        <Button
          look="quiet"
          className="-my-1.5 px-2!"
          aria-label={`查看${spec.caption}`}
          busy={isFetching}
          onClick={() => void refetch()}
        >
          查看
        </Button>
      )}
    </RecordItem>
  )
}
