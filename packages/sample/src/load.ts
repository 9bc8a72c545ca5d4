import { deptKinds } from '@xinchu/contract/rights'
import {
  type Db,
  type DbPool,
  day,
  hashPassword,
  indexMissing,
  inTransaction,
  SAMPLE_PASSWORD,
  sealWithEntry,
  type Trx,
} from '@xinchu/server/sample-port'
import { completeCreditCode } from '@xinchu/validators'
import { type AccountSeed, sampleAccounts } from './accounts.ts'
import { loadBatches } from './batches/load-batches.ts'
import { loadExperts } from './experts.ts'
import { loadFormerRegions } from './former-regions.ts'
import { loadExpertReview } from './load-expert-review.ts'
import { loadPeriodic, loadPeriodicWindows } from './load-periodic.ts'
import { loadProjects } from './load-projects.ts'
import { loadProvincial } from './load-provincial.ts'
import { loadReview } from './load-review.ts'
import { loadSections } from './sections.ts'
import { loadTemplates } from './templates.ts'

async function orgOf(db: Db, account: AccountSeed): Promise<number> {
  const known = await db
    .selectFrom('org')
    .select('id')
    .where('org_name', '=', account.orgName)
    .where('dept_id', '=', account.deptId)
    .executeTakeFirst()
  if (known) return known.id
  const group = account.ownerGroup
    ? await db
        .selectFrom('owner_dict')
        .select('id')
        .where('value', '=', account.ownerGroup)
        .executeTakeFirst()
    : undefined
  const made = await db
    .insertInto('org')
    .values({
      org_name: account.orgName,
      dept_id: account.deptId,
      region_code: account.regionCode ?? null,
      region_group: account.regionGroup ?? null,
      credit_code: account.creditCode ? completeCreditCode(account.creditCode) : null,
      owner_group_id: group?.id ?? null,
      create_by: 'system',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const POSTS: Readonly<Record<string, string>> = {
  [deptKinds.enterprise]: '填报专员',
  [deptKinds.expert]: '高级工程师',
  [deptKinds.group]: '储能业务主管',
}

/** Invented contact data: numbers of an unused range and addresses of a domain for examples. */
const contactOf = ({ username, deptId, captchaExempt }: AccountSeed, index: number) =>
  captchaExempt
    ? {}
    : {
        position: POSTS[deptId] ?? '四级调研员',
        phone: `190000${String(10_001 + index)}`,
        office_phone: `010-0000${String(1_001 + index)}`,
        email: `${username}@example.cn`,
      }

async function seedAccounts(trx: Trx): Promise<void> {
  // One hash for all, because they share the published password.
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  for (const [index, account] of sampleAccounts.entries()) {
    const { id } = await trx
      .insertInto('app_user')
      .values({
        username: account.username,
        username_key: account.username.toLowerCase(),
        password_hash: passwordHash,
        real_name: account.realName,
        ...contactOf(account, index),
        org_id: await orgOf(trx, account),
        captcha_exempt: account.captchaExempt ?? false,
        create_by: 'system',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('user_role').values({ user_id: id, role_id: account.roleId }).execute()
  }
}

// Keeps a demonstration open across the turn of the year.
const OPEN_YEARS = 9

async function seedWindows(trx: Trx, year: number): Promise<void> {
  const whole = {
    year,
    start_time: `${year}-01-01 00:00:00`,
    end_time: `${year}-12-31 23:59:59`,
    create_by: 'system',
  }
  await trx
    .insertInto('fill_time')
    .values([
      {
        ...whole,
        fill_type: 'PROJECT',
        end_time: `${year + OPEN_YEARS}-12-31 23:59:59`,
        remark: '项目申报常年开放',
      },
      {
        ...whole,
        fill_type: 'DEMO_APPLY',
        batch_no: 1,
        end_time: `${year + OPEN_YEARS}-12-31 23:59:59`,
        remark: '新型储能试点示范项目申报',
      },
    ])
    .execute()
}

/** Fills an empty database with demonstration accounts, fill windows and projects, and marks it as a demonstration. */
export async function loadSample(db: DbPool, now: Date): Promise<void> {
  const users = await db.selectFrom('app_user').select('id').limit(1).execute()
  if (users.length > 0) return
  const today = day(now)
  await inTransaction(db, async (trx) => {
    await loadFormerRegions(trx)
    await seedAccounts(trx)
    await loadExperts(trx)
    await seedWindows(trx, Number(today.slice(0, 4)))
    await loadPeriodicWindows(trx, today)
    const projects = await loadProjects(trx, today)
    await loadPeriodic(trx, projects, today)
    await loadReview(trx, projects, today)
    await loadBatches(trx, today)
    await loadProvincial(trx, today)
    await loadExpertReview(trx, today, now)
    await loadSections(trx, today)
    await loadTemplates(trx)
    await indexMissing((work) => work(trx))
    await sealWithEntry(trx)
    await trx.insertInto('setting').values({ name: 'demo', value: 'true' }).execute()
  })
}
