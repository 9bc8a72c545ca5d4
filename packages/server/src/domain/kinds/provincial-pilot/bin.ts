import { sql } from 'kysely'
import type { Bin } from '../../deleted-drafts/bin.ts'
import { normalisedName } from '../../es-project/name.ts'
import { nameTaken } from '../../provincial/pilot-check.ts'
import { restorableProvincialPilots, visibleProvincialPilots } from '../../provincial/scope.ts'
import { provincialPilot } from './kind.ts'

const filesOf = sql<number>`select (jsonb_array_elements_text(p.content->'attachmentIds'))::bigint from provincial_demo p
  where jsonb_typeof(p.content->'attachmentIds') = 'array'`

/** Deleted demonstration projects of a province. */
export const provincialBin: Bin = {
  told: provincialPilot,
  deleted: 'provincialDemo.deleted',
  restored: 'provincialDemo.restored',
  table: 'provincial_demo',
  name: '省级示范项目',
  code: sql`null::text`,
  state: sql`p.status`,
  within: restorableProvincialPilots,
  visible: visibleProvincialPilots,
  // Two projects of one name are compared one after the other.
  lock: async (trx, _ids, { provinceCode }) => {
    await sql`select code from region where code = ${provinceCode ?? ''} for update`.execute(trx)
  },
  names: {
    group: sql`p.province_code || '-' || p.year`,
    key: (name) => normalisedName(name),
    taken: nameTaken,
  },
  files: (ids) => sql`${filesOf} and p.id = any(${[...ids]}::bigint[])`,
  uses: sql`f.biz_type = 'PROV_DEMO_DOC'`,
  held: filesOf,
  parts: [],
}
