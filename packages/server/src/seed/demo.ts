import { deptKinds } from '@xinchu/contract/rights'
import { completeCreditCode } from '@xinchu/validators'
import type { Db, DbPool, Trx } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { DEMO_PASSWORD } from '../domain/auth/demo-password.ts'
import { hashPassword } from '../domain/auth/password.ts'
import { indexMissing } from '../domain/text-search/project-index.ts'
import { day } from '../runtime/time.ts'
import { type AccountSeed, demoAccounts } from './accounts.ts'
import { loadDemoBatches } from './demo-batches/load-batches.ts'
import { loadDemoExperts } from './demo-experts.ts'
import { loadDemoSections } from './demo-sections.ts'
import { loadDemoTemplates } from './demo-templates.ts'
import { loadFormerRegions } from './former-regions.ts'
import { loadDemoExpertReview } from './load-demo-expert-review.ts'
import { loadDemoPeriodic, loadDemoPeriodicWindows } from './load-demo-periodic.ts'
import { loadDemoProjects } from './load-demo-projects.ts'
import { loadDemoProvincial } from './load-demo-provincial.ts'
import { loadDemoReview } from './load-demo-review.ts'

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
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const [index, account] of demoAccounts.entries()) {
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
export async function seedDemo(db: DbPool, now: Date): Promise<void> {
  const users = await db.selectFrom('app_user').select('id').limit(1).execute()
  if (users.length > 0) return
  const today = day(now)
  await inTransaction(db, async (trx) => {
    await loadFormerRegions(trx)
    await seedAccounts(trx)
    await loadDemoExperts(trx)
    await seedWindows(trx, Number(today.slice(0, 4)))
    await loadDemoPeriodicWindows(trx, today)
    const projects = await loadDemoProjects(trx, today)
    await loadDemoPeriodic(trx, projects, today)
    await loadDemoReview(trx, projects, today)
    await loadDemoBatches(trx, today)
    await loadDemoProvincial(trx, today)
    await loadDemoExpertReview(trx, today, now)
    await loadDemoSections(trx, today)
    await loadDemoTemplates(trx)
    await indexMissing((work) => work(trx))
    await trx.insertInto('setting').values({ name: 'demo', value: 'true' }).execute()
  })
}
