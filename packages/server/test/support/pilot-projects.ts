import { DemoStatus } from '@xinchu/contract/codes'
import type { Db } from '../../src/db/database.ts'
import type { NewRow } from '../../src/db/schema.ts'

/** Batch of the demonstration projects that tests make: none of the seed has it. */
export const BATCH = { batchYear: 2041, batchNo: 7 } as const

const orgOf = async (db: Db, username: string) => {
  const { org_id } = await db
    .selectFrom('app_user')
    .select('org_id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  if (org_id === null) throw new Error(`${username} has no office`)
  return org_id
}

let serial = 0

/**
 * Stores demonstration projects as the flow leaves them, without walking it.
 * @returns their ids, in order
 */
export async function makePilots(
  db: Db,
  count: number,
  more: Partial<NewRow<'demo_project'>> = {},
): Promise<number[]> {
  const org_id = await orgOf(db, 'enterprise_yc')
  const recommend_org_id = await orgOf(db, 'province_nx')
  const rows = Array.from({ length: count }, () => {
    serial += 1
    return {
      demo_code: `DEMO204107${String(serial).padStart(3, '0')}`,
      batch_year: BATCH.batchYear,
      batch_no: BATCH.batchNo,
      project_name: `示范项目${serial}`,
      company_name: `申报单位${serial}有限公司`,
      province_code: '640000',
      city_code: '640300',
      county_code: '640323',
      tech_type: '05',
      tech_direction: '1',
      rated_power: 100,
      rated_energy: 400,
      org_id,
      recommend_org_id,
      status: DemoStatus.accepted,
      submitted_once: true,
      ...more,
    }
  })
  const made = await db.insertInto('demo_project').values(rows).returning('id').execute()
  return made.map(({ id }) => id)
}

/** Ids of the experts with these user names. */
export async function expertIds(db: Db, ...usernames: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where('username', 'in', usernames)
    .execute()
  return usernames.map((username) => rows.find((row) => row.username === username)?.id ?? 0)
}

/** User names of the pool's experts from the first on. */
export const poolNames = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `expert${String(at + 1).padStart(2, '0')}`)
