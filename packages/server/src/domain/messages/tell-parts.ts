import type { Quarter } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { ValuesOf } from './catalogue.ts'
import { tell } from './tell.ts'

/** Reminders of a quarter, of which every office gets its own part. */
type InParts = 'usage.due' | 'usage.review-due'

/** What one office is told. */
export interface Part {
  orgId: number
  /** Its text, in HTML. */
  content: string
  projectIds: readonly number[]
}

interface Telling {
  user: Pick<Caller, 'id' | 'orgId' | 'username'>
  now: Date
}

async function storeParts(
  trx: Trx,
  id: number,
  { year, quarter }: Quarter,
  parts: readonly Part[],
  isReview: boolean,
) {
  const rows = parts.map(({ orgId, content, projectIds }) => ({
    org_id: orgId,
    content,
    project_ids: projectIds,
  }))
  await sql`
    insert into message_office (message_id, org_id, content, year, quarter, project_ids, is_review)
    select ${id}::bigint, x.org_id, x.content, ${year}::integer, ${quarter}::smallint, x.project_ids, ${isReview}::boolean
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as x(org_id bigint, content text, project_ids bigint[])`.execute(trx)
}

/** Sends one message to several offices, each with a text of its own. @returns its id; undefined without offices */
export async function tellParts(
  trx: Trx,
  code: InParts,
  values: ValuesOf<InParts>,
  parts: readonly Part[],
  telling: Telling,
): Promise<number | undefined> {
  const id = await tell(trx, code, { offices: parts.map(({ orgId }) => orgId) }, values, telling)
  if (id !== undefined) await storeParts(trx, id, values, parts, code === 'usage.review-due')
  return id
}
