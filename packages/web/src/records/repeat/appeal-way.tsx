import type { RuleCode } from '@xinchu/validators'
import { GrantedLink } from '../../app/granted-link.tsx'

const REPEATS: RuleCode = 'D-001'

interface AppealWayProps {
  /** The refused submission of a project. */
  refusal: { id: number; code?: string; errors?: readonly { code?: string }[] }
}

/** The way to the form where a refusal for duplication can be appealed. Nothing for any other refusal. */
export function AppealWay({ refusal: { id, code, errors = [] } }: AppealWayProps) {
  if (code !== REPEATS && !errors.some((error) => error.code === REPEATS)) return null
  return (
    <GrantedLink
      to="/esproject/declare/form"
      search={{ id }}
      className="justify-self-start text-brand-ink hover:underline"
    >
      打开填报表单，更正号码或请主管部门判定
    </GrantedLink>
  )
}
