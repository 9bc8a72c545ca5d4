import { AssignStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'

/** SQL condition on a task (`a`): its expert has withdrawn, and nobody has taken it over yet. */
export const isAbandoned: RawBuilder<boolean> = sql<boolean>`(a.status = ${AssignStatus.recused}
  and not exists (select 1 from expert_reassign x where x.stage = a.stage and x.project_id = a.project_id
    and x.from_expert_id = a.expert_id))`
