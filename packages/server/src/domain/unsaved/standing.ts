import { MessageStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Closure } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { findProjects } from '../es-project/query.ts'
import { mayEdit } from '../es-project/states.ts'
import { closureCheck } from '../fill-time/closure.ts'
import { findPilots } from '../pilot-project/query.ts'
import { writableParts } from '../pilot-project/states.ts'
import { pilotWindows } from '../pilot-project/window.ts'
import { actionsOn } from '../provincial/parts.ts'
import { findProvincialPilots } from '../provincial/pilot-rows.ts'
import { findWorkReports } from '../provincial/report-rows.ts'
import type { Place } from './place.ts'
import { mayStillSave } from './right.ts'
import { type Aim, aimOf } from './target.ts'

type Kind = Place['kind']
export type Standing = Pick<components['schemas']['UnsavedEntry'], 'state' | 'reason'>

const OPEN: Standing = { state: 'OPEN' }
const GONE: Standing = { state: 'GONE', reason: '记录已被删除，或已不在您可见的范围内' }
const LOCKED: Standing = { state: 'READ', reason: '记录已提交或已办理，现在不能修改' }
const NO_RIGHT: Standing = { state: 'READ', reason: '您不再有办理此事项的权限' }

const unless = (closure: Closure | undefined): Standing =>
  closure ? { state: 'READ', reason: closure.message } : OPEN

interface Means {
  db: Db
  user: Caller
  now: Date
}

type Judge = (aim: Aim) => Standing

/** Reads the records of one kind that the author may see, and what else decides whether they may be saved. */
type Reader = (ids: readonly number[], means: Means) => Promise<Judge>

/** Judges input by its record, if it has one, and by the fill window. */
function byRecord<Row extends { id: number }>(
  rows: readonly Row[],
  isEditable: (row: Row) => boolean,
  closureOf: (aim: Aim, row: Row | undefined) => Closure | undefined,
): Judge {
  const found = new Map(rows.map((row) => [row.id, row]))
  return (aim) => {
    const row = aim.id === undefined ? undefined : found.get(aim.id)
    if (aim.id !== undefined && !row) return GONE
    if (row && !isEditable(row)) return LOCKED
    return unless(closureOf(aim, row))
  }
}

const inYear = (year: number | undefined) => (year === undefined ? undefined : { year })

/** A record without a flow: it is there or not. */
const plain =
  (table: string, isOwn: (user: Caller) => RawBuilder<boolean> = () => sql<boolean>`true`): Reader =>
  async (ids, { db, user }) => {
    const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(table)} t
      where t.id = any(${[...ids]}::bigint[]) and ${isOwn(user)}`.execute(db)
    return byRecord(
      rows,
      () => true,
      () => undefined,
    )
  }

const READERS: Partial<Record<Kind, Reader>> = {
  async 'es-project'(ids, { db, user, now }) {
    const rows = await findProjects(db, ids, user)
    const closureOf = await closureCheck(db, 'PROJECT', user, now)
    return byRecord(
      rows,
      (row) => mayEdit(user, row),
      () => closureOf(),
    )
  },
  async 'demo-project'(ids, { db, user, now }) {
    const rows = await findPilots(db, ids, user, { now })
    const windows = await pilotWindows(db, user, now)
    return byRecord(
      rows,
      (row) => writableParts(user, row).length > 0,
      (_aim, row) => (row && !windows.mayAct(row) ? windows.closureOf(row) : undefined),
    )
  },
  async 'demo-new'(_ids, { db, user, now }) {
    const closureOf = await closureCheck(db, 'DEMO_APPLY', user, now)
    return () => unless(closureOf())
  },
  async 'provincial-demo'(ids, { db, user, now }) {
    const rows = await findProvincialPilots(db, ids, user)
    const closureOf = await closureCheck(db, 'PROV_DEMO', user, now)
    return byRecord(
      rows,
      (row) => actionsOn(row, user).includes('SAVE'),
      (_aim, row) => closureOf(inYear(row?.year)),
    )
  },
  async 'work-report'(ids, { db, user, now }) {
    const rows = await findWorkReports(db, ids, user)
    const closureOf = await closureCheck(db, 'PROV_REPORT', user, now)
    return byRecord(
      rows,
      (row) => actionsOn(row, user).includes('SAVE'),
      ({ year }) => closureOf(inYear(year)),
    )
  },
  async 'year-calc'(_ids, { db, user, now }) {
    const closureOf = await closureCheck(db, 'YEARCALC', user, now)
    return ({ year }) => unless(closureOf(inYear(year)))
  },
  async message(ids, { db, user, now }) {
    const { rows } = await sql<{ id: number; isOpen: boolean }>`
      select t.id, t.status = ${MessageStatus.draft} or t.publish_time > ${now} as "isOpen" from message_push t
      where t.id = any(${[...ids]}::bigint[]) and t.sender_org_id = ${user.orgId}`.execute(db)
    return byRecord(
      rows,
      ({ isOpen }) => isOpen,
      () => undefined,
    )
  },
  section: plain('section_info'),
  'message-template': plain('message_template', ({ orgId }) => sql<boolean>`t.org_id = ${orgId}`),
  'fill-time': plain('fill_time'),
  org: plain('org'),
  menu: plain('menu'),
  owner: plain('owner_dict'),
  dict: plain('dict_entry'),
}

/** Says of each entry whether its author may still save it, and if not, why. The number of queries depends on the kinds alone. */
export async function standingsOf(places: readonly Place[], means: Means): Promise<readonly Standing[]> {
  const aims = places.map(aimOf)
  const judged = aims.filter((aim) => mayStillSave(aim, means.user))
  const judges = new Map<Kind, Judge>()
  for (const kind of new Set(judged.map((aim) => aim.kind))) {
    const ids = judged.flatMap((aim) => (aim.kind === kind && aim.id !== undefined ? [aim.id] : []))
    const judge = await READERS[kind]?.(ids, means)
    if (judge) judges.set(kind, judge)
  }
  return aims.map((aim) => (judged.includes(aim) ? (judges.get(aim.kind)?.(aim) ?? OPEN) : NO_RIGHT))
}
