import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import type { FlowRequest, RemarkStatus } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trx } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { answerRemarks, closeRemarks } from '../../src/domain/desk/deal.ts'
import { saveDraft } from '../../src/domain/desk/drafts.ts'
import { reviewRecord } from '../../src/domain/desk/record.ts'
import { countRemarks, listRemarks } from '../../src/domain/desk/remark-list.ts'
import { moveProjects } from '../../src/domain/kinds/project/move.ts'
import { HttpError } from '../../src/errors.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { type Account, accounts, isOpenTo, type Place, reaches } from '../support/callers.ts'
import { soundProject } from '../support/projects.ts'

const COUNTY = 5
const CITY = 4
const NATION = 1
const PLACE: Place = {
  province: '640000',
  city: '640300',
  county: '640323',
  regionGroup: 'XB',
  group: 'SPIC',
  office: '盐池一号储能有限公司',
}

const AUTHOR = ['enterprise_yc', 'svc_enterprise']

interface Situation {
  /** State of the project. */
  state: readonly [declare: string, country: string]
  /** The level that asked, and whether the author has been told. */
  level: number
  sent: boolean
  answers: readonly string[]
  closes: readonly string[]
  /** Who decides or submits now, with which action, and the refusal while the remark is open. */
  mover: readonly [username: string, request: Omit<FlowRequest, 'ids'>, refusal: string | undefined][]
}

const FROM_COUNTY = ['county_yc', 'city_wz', 'province_nx', 'nation']
const FROM_CITY = ['city_wz', 'province_nx', 'nation']
const BACK = { action: 'RETURN', opinion: '请核对' } as const
const PASS = { action: 'PASS' } as const
const SUBMIT = { action: 'SUBMIT' } as const
const NATIONAL = { target: 'country' } as const

// Each row is one place of the project; each account of the platform is tried in each state of the remark.
const SITUATIONS: Readonly<Record<string, Situation>> = {
  'asked by the county, with the author': {
    state: [DeclareStatus.returnedByCounty, CountryStatus.none],
    level: COUNTY,
    sent: true,
    answers: AUTHOR,
    closes: FROM_COUNTY,
    mover: AUTHOR.map((username) => [username, SUBMIT, 'W-028']),
  },
  'asked by the county, at the county again': {
    state: [DeclareStatus.atCounty, CountryStatus.none],
    level: COUNTY,
    sent: true,
    answers: [],
    closes: FROM_COUNTY,
    mover: [
      ['county_yc', PASS, 'W-029'],
      ['county_yc', BACK, undefined],
    ],
  },
  'asked by the county, at the city': {
    state: [DeclareStatus.atCity, CountryStatus.none],
    level: COUNTY,
    sent: true,
    answers: [],
    closes: FROM_COUNTY,
    mover: [
      ['city_wz', PASS, undefined],
      ['city_wz', BACK, undefined],
    ],
  },
  'asked by the city, at the county again': {
    state: [DeclareStatus.atCounty, CountryStatus.none],
    level: CITY,
    sent: true,
    answers: [],
    closes: FROM_CITY,
    mover: [
      ['county_yc', PASS, undefined],
      ['county_yc', BACK, 'W-031'],
    ],
  },
  'asked by the nation, with the province': {
    state: [DeclareStatus.passed, CountryStatus.returned],
    level: NATION,
    sent: false,
    answers: ['province_nx'],
    closes: ['nation'],
    mover: [
      ['province_nx', { ...SUBMIT, ...NATIONAL, opinion: '已核对' }, 'W-028'],
      ['province_nx', { action: 'REOPEN', opinion: '请核对' }, 'W-031'],
    ],
  },
  'asked by the nation, at the nation again': {
    state: [DeclareStatus.passed, CountryStatus.waiting],
    level: NATION,
    sent: false,
    answers: [],
    closes: ['nation'],
    mover: [
      ['nation', { ...PASS, ...NATIONAL }, 'W-029'],
      ['nation', { ...BACK, ...NATIONAL }, undefined],
    ],
  },
  'asked by the nation, sent down to the author': {
    state: [DeclareStatus.returnedByProvince, CountryStatus.none],
    level: NATION,
    sent: true,
    answers: AUTHOR,
    closes: ['nation'],
    mover: AUTHOR.map((username) => [username, SUBMIT, 'W-028']),
  },
}

const STATUSES: readonly RemarkStatus[] = ['0', '1', '2', '3']
const isAnswerable = (status: RemarkStatus) => status === '0' || status === '1'
const isClosable = (status: RemarkStatus) => status !== '2'

let rig: Rig
let id = 0
let remarkId = 0
const callers = new Map<string, Caller>()
beforeAll(async () => {
  rig = await startRig()
  // The demonstration's own remarks would count too.
  await sql`delete from review_remark`.execute(rig.db)
  const enterprise = await rig.as('enterprise_yc')
  const owner = await rig.db
    .selectFrom('owner_dict')
    .select('id')
    .where('value', '=', 'SPIC')
    .executeTakeFirst()
  id = (await enterprise.projects.create(soundProject(1, owner ? { ownerGroupId: owner.id } : {}))).id
  await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
  const county = await rig.as('county_yc')
  const remarks = [{ id, remarks: [{ field: 'ratedPower', text: '请核对功率' }] }]
  await county.projects.submit({ ids: [id], action: 'RETURN', opinion: '请核对', remarks })
  remarkId = (await county.review.listRemarks({ entity: 'PROJECT', entityId: id })).content[0]?.id ?? 0
  for (const { username } of accounts) callers.set(username, await loadCaller(rig.db, username))
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const ref = () => ({ entity: 'PROJECT' as const, entityId: id })

async function arrange({ state: [declare, country], level, sent }: Situation, status: RemarkStatus) {
  await sql`update es_project set declare_status = ${declare}, country_status = ${country} where id = ${id}`.execute(
    rig.db,
  )
  await sql`update review_remark set status = ${status}, level = ${level}, sent = ${sent}, answer = ${status === '1' ? '已核对' : null}
    where id = ${remarkId}`.execute(rig.db)
}

function callerOf({ username }: Account): Caller {
  const caller = callers.get(username)
  if (!caller) throw new Error(`${username} was not loaded`)
  return caller
}

class Rollback extends Error {}

/** Code of the refusal of work; undefined if it succeeds. Changes nothing. */
async function refusalOf(work: (trx: Trx) => Promise<string | undefined>): Promise<string | undefined> {
  let refusal: string | undefined
  try {
    await inTransaction(rig.db, async (trx) => {
      refusal = await work(trx)
      throw new Rollback()
    })
  } catch (error) {
    if (error instanceof Rollback) return refusal
    if (error instanceof HttpError) return error.code ?? String(error.status)
    throw error
  }
  return refusal
}

const isWithinReach = (account: Account) => reaches(account, PLACE)
/** Accounts outside the scope are tried in one state: none of them sees anything. */
const triedIn = (status: RemarkStatus) => (status === '0' ? accounts : accounts.filter(isWithinReach))

const isUpper = ({ deptId }: Account) => deptId === 1 || deptId === 3
const mayRead = (account: Account, { sent }: Situation) =>
  reaches(account, PLACE) && (sent || isUpper(account))

/** The rights of every account on the remark, as the table has them. */
const expectedRights = (situation: Situation, status: RemarkStatus) =>
  triedIn(status).map((account) => {
    const { username } = account
    if (!mayRead(account, situation)) return `${username}:`
    const answers = situation.answers.includes(username) && isAnswerable(status)
    const closes = situation.closes.includes(username) && isClosable(status)
    return `${username}: read${answers ? ' answer' : ''}${closes ? ' close' : ''}`
  })

/** The rights as the list of remarks offers them, and as the calls allow them. */
async function actualRights(situation: Situation, status: RemarkStatus): Promise<string[]> {
  const found = []
  for (const account of triedIn(status)) {
    const { username } = account
    const user = callerOf(account)
    const { content, totalElements } = await listRemarks(rig.db, ref(), user)
    const [remark] = content
    expect(content).toHaveLength(totalElements)
    const answer = isOpenTo(account, 'answerReviewRemarks')
      ? await refusalOf(async (trx) => {
          await answerRemarks(trx, [{ id: remarkId, answer: '已核对' }], user, new Date())
          return undefined
        })
      : 'W-001'
    const close = isOpenTo(account, 'closeReviewRemarks')
      ? await refusalOf(async (trx) => {
          await closeRemarks(trx, [remarkId], user, new Date())
          return undefined
        })
      : 'W-001'
    expect([!answer, !close], `${username}, as offered`).toEqual([
      remark?.answerable ?? false,
      remark?.closable ?? false,
    ])
    if (!mayRead(account, situation) && isOpenTo(account, 'closeReviewRemarks')) expect(close).toBe('W-002')
    found.push(
      remark ? `${username}: read${answer ? '' : ' answer'}${close ? '' : ' close'}` : `${username}:`,
    )
  }
  return found
}

describe.each(Object.entries(SITUATIONS))('a remark %s', (_, situation) => {
  test.each(STATUSES)('in state %s is read, answered and closed by these accounts', async (status) => {
    await arrange(situation, status)
    expect(await actualRights(situation, status)).toEqual(expectedRights(situation, status))
  })

  test('stands in the record and in the counts of those who may read it', async () => {
    await arrange(situation, '0')
    for (const account of accounts.filter(isWithinReach)) {
      const user = callerOf(account)
      const { remarks, task } = await reviewRecord(rig.db, ref(), user, new Date())
      const count = mayRead(account, situation) ? 1 : 0
      expect([remarks.length, task.remarkCount], account.username).toEqual([count, count])
      const counted = await countRemarks(rig.db, user)
      const own = counted.filter(
        (each) => each.entity === 'PROJECT' && each.status === '0' && each.orgName === PLACE.office,
      )
      expect(own.length > 0, account.username).toBe(count === 1)
    }
  })

  test('stops the decision or the submission as long as it is open', async () => {
    await arrange(situation, '0')
    for (const account of accounts.filter(isWithinReach)) {
      const user = callerOf(account)
      for (const request of [
        SUBMIT,
        { ...SUBMIT, ...NATIONAL, opinion: '已核对' },
        PASS,
        { ...PASS, ...NATIONAL },
        BACK,
        { ...BACK, ...NATIONAL },
        { action: 'REOPEN', opinion: '请核对' } as const,
      ]) {
        const mover = situation.mover.find(
          ([username, own]) =>
            username === account.username &&
            own.action === request.action &&
            own.target === ('target' in request ? request.target : undefined),
        )
        const isAgain = request.action === 'RETURN' || request.action === 'REOPEN'
        const remarks = isAgain ? { remarks: [{ id, remarks: [{ remarkId, text: '仍请核对' }] }] } : {}
        const refusal = await refusalOf(async (trx) => {
          const { failed } = await moveProjects(trx, { ids: [id], ...request, ...remarks }, user, {
            now: new Date(),
          })
          return failed[0]?.code
        })
        expect(refusal, `${account.username} ${request.action}`).toBe(mover ? mover[2] : 'W-005')
      }
    }
  })

  test('leaves the draft of a decision to those who decide', async () => {
    await arrange(situation, '0')
    const deciders = situation.mover.filter(
      ([, { action, target }]) => (action !== 'SUBMIT' || target === 'country') && action !== 'REOPEN',
    )
    for (const account of accounts.filter(
      (each) => isOpenTo(each, 'saveReviewDraft') && isWithinReach(each),
    )) {
      const refusal = await refusalOf(async (trx) => {
        await saveDraft(trx, { ...ref(), opinion: '请核对' }, callerOf(account))
        return undefined
      })
      expect(refusal, account.username).toBe(
        deciders.some(([username]) => username === account.username) ? undefined : 'W-033',
      )
    }
  })
})
