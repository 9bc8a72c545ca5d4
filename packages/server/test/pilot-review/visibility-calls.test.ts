import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STAGES, type Stage } from '../../src/domain/pilot-project/stages.ts'
import { FACTS, type Fact, VIEWERS, type Viewer } from '../../src/domain/pilot-project/visibility.ts'
import { type Rig, startRig } from '../rig.ts'
import { allTold, type Told, textOf } from '../support/all-told.ts'
import { withOtherSheets } from '../support/sealed-facts.ts'
import {
  MARKS,
  MEMBERS,
  type ReviewStage,
  type StageWorld,
  startWorld,
  toAnnounced,
  toDrafting,
  toExcellenceOpen,
  toExcellenceSealed,
  toFormalCheck,
  toPrimaryOpen,
  toPrimarySealed,
  toPublicity,
  toRecommending,
} from '../support/stage-world.ts'
import { expectedSights } from '../support/visibility-matrix.ts'

/** The account by which each viewer reads; the public has none. */
const ACCOUNTS: Readonly<Record<Viewer, string | undefined>> = {
  APPLICANT: 'enterprise_yc',
  RECOMMENDER: 'province_nx',
  EXPERT: MEMBERS[1],
  OTHER_EXPERT: 'expert20',
  LEADER: MEMBERS[0],
  PLATFORM: 'platform',
  NATION: 'nation',
  NATION_READER: 'query',
  ADMINISTRATOR: 'admin',
  PUBLIC: undefined,
}

const STEPS: Readonly<Record<Stage, (world: StageWorld) => Promise<void>>> = {
  DRAFTING: toDrafting,
  RECOMMENDING: toRecommending,
  FORMAL_CHECK: toFormalCheck,
  PRIMARY_SEALED: toPrimarySealed,
  PRIMARY_OPEN: toPrimaryOpen,
  EXCELLENCE_SEALED: toExcellenceSealed,
  EXCELLENCE_OPEN: toExcellenceOpen,
  PUBLICITY: toPublicity,
  ANNOUNCED: toAnnounced,
}

type Probe = (replies: readonly Told[]) => boolean

const tells =
  (mark: RegExp, where = /./): Probe =>
  (replies) =>
    replies.some(({ status, path, body }) => status === 200 && where.test(path) && mark.test(body))

const meanOf = (totals: readonly number[]) => totals.reduce((sum, total) => sum + total, 0) / totals.length
const shown = (points: number) => new RegExp(`\\b${String(Math.round(points * 10_000) / 10_000)}\\b`)

/** The pool and the experts' own pages tell of experts, not of a project; the record of calls says who made them. */
const OF_PROJECTS = /^(?!.*(\/experts|auditLog))/
/** Third sheet: neither the leader's nor the one of the expert who looks. */
const [, , PRIMARY_TOTAL = 0] = MARKS.primary
const [, , EXCELLENCE_TOTAL = 0] = MARKS.excellence

/** Patterns of each fact in replies. Figures of sheets are those of another expert than the viewer. */
const PROBES: Readonly<Record<Fact, Probe>> = {
  MATERIALS: tells(/关键指标均有试验依据/),
  REMARKS: tells(new RegExp(MARKS.remark)),
  FORMAL_POINTS: tells(/"judgedBy"/),
  STATUS: tells(/"statusLabel":"(?!评审中)/, /(esProjectOne|DemonstrationProject\/list)/),
  EXPERT_NAMES: tells(/孙雅琴/, OF_PROJECTS),
  CONFLICTS: tells(/专家单位是该项目联合申报单位/),
  COUNTS: tells(/"submitted":[1-9]/, OF_PROJECTS),
  PRIMARY_SHEETS: tells(shown(PRIMARY_TOTAL)),
  PRIMARY_AVERAGES: tells(shown(meanOf(MARKS.primary))),
  PRIMARY_OUTLIERS: tells(/"difference":/, /stage=PRIMARY/),
  PRIMARY_OPINIONS: tells(/"opinions":\[\{/, /stage=PRIMARY/),
  EXCELLENCE_SHEETS: tells(shown(EXCELLENCE_TOTAL)),
  EXCELLENCE_AVERAGES: tells(shown(meanOf(MARKS.excellence))),
  EXCELLENCE_OUTLIERS: tells(/"difference":/, /stage=EXCELLENT/),
  EXCELLENCE_OPINIONS: tells(/"opinions":\[\{/, /stage=EXCELLENT/),
  CONCLUSIONS: tells(/"conclusionText":/),
  FEEDBACK: tells(new RegExp(MARKS.feedback)),
  BIAS: tells(/"bias":/),
  RANK: tells(/"(rank|groupRank)":\d/),
  RESULT: tells(/"statusLabel":"(初评通过|拟入选（公示）|已公布试点示范)|"announced":/),
  OBJECTION: tells(new RegExp(MARKS.objection)),
  // Masked; the whole name is for a purpose that is recorded.
  OBJECTOR: tells(/"objector":\{/),
  REPORTS: tells(new RegExp(MARKS.report)),
}

const CELLS = FACTS.flatMap((fact) => VIEWERS.map((viewer) => ({ fact, viewer, cell: `${fact} ${viewer}` })))

let rig: Rig
// Replies say how long something still lasts.
let now = new Date()
let world: StageWorld
beforeAll(async () => {
  rig = await startRig({ now: () => now })
  world = startWorld(rig, 3)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Somebody's own part shows in other ways; that nothing but it shows is what matters here. */
const ALLOWING: ReadonlySet<string> = new Set(['ALL', 'SENT', 'GROUP', 'ANONYMOUS', 'GROUP_ANONYMOUS'])

/** Facts that the table allows but no call returns. */
const UNTOLD = [
  // What was not met reaches them as a remark.
  /^FORMAL_POINTS (APPLICANT|RECOMMENDER)$/,
  // A leader has the results of his group, and for the rest his own tasks.
  /^(STATUS|EXPERT_NAMES|CONFLICTS|COUNTS|RESULT) LEADER$/,
  /^COUNTS ADMINISTRATOR$/,
  // The project that is looked at is selected; only the other one of its group has feedback.
  /^FEEDBACK /,
  /^(REMARKS|FORMAL_POINTS|EXPERT_NAMES|CONFLICTS|OBJECTOR) NATION_READER$/,
]
/** Drawing documents takes long; those of one reader of each kind are compared. */
const READERS_OF_FILES: ReadonlySet<string | undefined> = new Set(['enterprise_yc', 'nation', MEMBERS[1]])
/** Accounts that must not be able to distinguish two worlds. */
const WATCHERS = [...Object.values(ACCOUNTS), ...['enterprise_sy', 'office_nx', 'query_nx']]
/** Stages in which documents are searched for names: with all sheets, and at the end. */
const FILES_AT: ReadonlySet<Stage> = new Set(['EXCELLENCE_OPEN', 'ANNOUNCED'])
const SEALED: Readonly<Partial<Record<Stage, ReviewStage>>> = {
  PRIMARY_SEALED: 'PRIMARY',
  EXCELLENCE_SEALED: 'EXCELLENT',
}

/** Who may not know who reviews. Another expert may know of himself alone. */
const UNKNOWING: readonly Viewer[] = [
  ...(['APPLICANT', 'RECOMMENDER', 'NATION_READER', 'PUBLIC'] as const),
  ...(['EXPERT', 'OTHER_EXPERT'] as const),
]
/** Who has no part in a review, so that its hidden steps change nothing for him. */
const OUTSIDERS: readonly Viewer[] = ['APPLICANT', 'RECOMMENDER', 'PUBLIC']
/** Stages that end with a step which is hidden from outsiders. */
const HIDDEN: ReadonlySet<Stage> = new Set(['PRIMARY_OPEN', 'EXCELLENCE_SEALED', 'EXCELLENCE_OPEN'])
/** What changes by itself: time that is left, and positions of events, which also count those that a caller may not see. */
const CLOCKS = /"(remainingSeconds|head|next)":\d+,?/g
/** What an outsider was told last before the step. */
const toldBefore = new Map<Viewer, readonly Told[]>()

const withoutClocks = ({ path, status, body }: Told) => `${path} ${status} ${body.replace(CLOCKS, '')}`

/** Names and accounts of the experts who review, but for the reader's own. */
async function marksOfExperts(reader: string | undefined): Promise<string[]> {
  const people = await rig.db
    .selectFrom('app_user')
    .select(['username', 'real_name'])
    .where('username', 'in', MEMBERS)
    .execute()
  return people
    .filter(({ username }) => username !== reader)
    .flatMap(({ username, real_name }) => (real_name === null ? [username] : [username, real_name]))
}

/** States outside the review are no secret: lists of the nation's readers and pages of experts have them. */
const OPEN_STATUS = /^STATUS (NATION_READER|EXPERT)$/

describe.each(STAGES.map((stage, at) => ({ stage, at })))('in the stage $stage', ({ stage, at }) => {
  const told = new Map<Viewer, Told[]>()
  beforeAll(async () => {
    await STEPS[stage](world)
    now = new Date()
    for (const viewer of VIEWERS) told.set(viewer, await allTold(rig, ACCOUNTS[viewer], world.asked))
  })

  const cells = CELLS.map((each) => ({
    ...each,
    isAllowed: ALLOWING.has(expectedSights(each.fact, each.viewer)[at] ?? ''),
  }))
  const isTold = ({ fact, viewer }: (typeof cells)[number]) => PROBES[fact](told.get(viewer) ?? [])
  const isUnderReview = at >= 3 && at <= 6

  test('nobody is told what the table does not allow', () => {
    const leaks = cells.filter(
      (each) => !each.isAllowed && isTold(each) && (isUnderReview || !OPEN_STATUS.test(each.cell)),
    )
    expect(leaks.map(({ cell }) => cell)).toEqual([])
  })

  test('everybody is told what the table allows', () => {
    const lacking = cells.filter(
      (each) => each.isAllowed && !isTold(each) && !UNTOLD.some((cell) => cell.test(each.cell)),
    )
    expect(lacking.map(({ cell }) => cell)).toEqual([])
  })

  test('no reply, document or export names a reviewer to who may not know him', async () => {
    const leaks: string[] = []
    for (const viewer of UNKNOWING) {
      const account = ACCOUNTS[viewer]
      const marks = await marksOfExperts(account)
      const files = FILES_AT.has(stage) ? await allTold(rig, account, world.asked, { files: 'only' }) : []
      for (const reply of [...(told.get(viewer) ?? []), ...files]) {
        const text = await textOf(reply)
        leaks.push(
          ...marks.filter((mark) => text.includes(mark)).map((mark) => `${mark} ${viewer} ${reply.path}`),
        )
      }
    }
    expect(leaks).toEqual([])
  }, 180_000)

  if (HIDDEN.has(stage))
    test('the step that led here changed nothing that an outsider is told', () => {
      for (const viewer of OUTSIDERS)
        expect([viewer, ...(told.get(viewer) ?? []).map(withoutClocks)]).toEqual([
          viewer,
          ...(toldBefore.get(viewer) ?? []).map(withoutClocks),
        ])
    })

  afterAll(async () => {
    const next = STAGES[at + 1]
    if (!next || !HIDDEN.has(next)) return
    // Read again, because a test of this stage may have downloaded documents, which the project lists.
    for (const viewer of OUTSIDERS) toldBefore.set(viewer, await allTold(rig, ACCOUNTS[viewer], world.asked))
  })

  const review = SEALED[stage]
  if (review)
    test('worlds that differ in sealed sheets alone are told in the same bytes, sizes, tags and orders', async () => {
      const readAll = async () => {
        const all: [string | undefined, Told[]][] = []
        for (const account of WATCHERS)
          all.push([
            account,
            await allTold(rig, account, world.asked, { files: READERS_OF_FILES.has(account) }),
          ])
        return all
      }
      // The first copy of a document gets a code, which its project lists from then on.
      for (const account of READERS_OF_FILES) await allTold(rig, account, world.asked, { files: 'only' })
      const before = await readAll()
      const others = { stage: review, accounts: MEMBERS.slice(2, 5) }
      const after = await withOtherSheets(rig.db, others, readAll)
      const differing = before.flatMap(([account, replies], watcher) =>
        replies.flatMap((reply, index) => {
          const other = after[watcher]?.[1][index]
          return JSON.stringify(other) === JSON.stringify(reply) ? [] : [`${account} ${reply.path}`]
        }),
      )
      expect(differing).toEqual([])
      const [first] = await withOtherSheets(rig.db, others, () =>
        rig.db.selectFrom('expert_score').select('opinion').where('opinion', '=', '另一种意见').execute(),
      )
      expect(first).toBeDefined()
    }, 180_000)
})
