import type { components, operations } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { containing, sortedBy } from '../../db/sql.ts'
import { type Caller, codeOf } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { type Grants, grantsOf } from '../links/grants.ts'
import { addressOf, linkTo } from '../links/link-to.ts'
import type { Item, TaskType } from '../pilot-project/duties.ts'
import { doneTasks, openTasks } from '../pilot-project/own-tasks.ts'
import { findPilots, type PilotRecord } from '../pilot-project/query.ts'
import { shownStatus, shownStatusLabel } from '../pilot-project/sight.ts'
import { allowedActions } from '../pilot-project/states.ts'
import { reply } from '../reply.ts'
import { type ReportTaskRow, reportTasks } from './report-tasks.ts'

type Schemas = components['schemas']
type Task = Schemas['DemoTask']
type Query = NonNullable<operations['getDemoTasks']['parameters']['query']>

const PURPOSES = {
  APPLY: 'write',
  RECOMMEND: 'recommend',
  ACCEPT: 'accept',
  ASSIGN: 'assign',
  RESULT: 'decide',
  PRIMARY_REVIEW: 'score-primary',
  EXCELLENT_REVIEW: 'score-excellent',
} as const satisfies Partial<Record<TaskType, string>>

const isKnown = (type: TaskType): type is keyof typeof PURPOSES => type in PURPOSES

/** The page where a task is dealt with; that of the record if the reader's menus open none. */
function linkOf(type: TaskType, id: number, grants: Grants): string {
  const own = isKnown(type) ? linkTo({ kind: 'DEMO', purpose: PURPOSES[type], id }, grants) : undefined
  return own ?? addressOf({ kind: 'DEMO', purpose: 'read', id })
}

/** Returns the caller's open or finished tasks on reports of announced projects. */
async function reports(db: Db, user: Caller, now: Date, tab: Query['tab']): Promise<Item[]> {
  const items: Item[] = []
  for (const type of ['PROGRESS', 'ANNUAL'] as const) {
    const { from, isWanted, taskOf: reportOf } = await reportTasks(db, type, { tab }, user, now)
    const { rows } = await sql<ReportTaskRow>`select * from ${from} where ${isWanted}`.execute(db)
    for (const row of rows) {
      const task = reportOf(row)
      const { deadline, waitingSince, doneTime } = task
      const isDone = tab === 'done'
      items.push({
        type,
        id: row.project_id,
        task,
        since: waitingSince,
        deadline: isDone ? undefined : deadline,
        doneAt: doneTime,
      })
    }
  }
  return items
}

async function itemsOf(db: Db, user: Caller, now: Date, tab: Query['tab']): Promise<Item[]> {
  const own = tab === 'done' ? await doneTasks(db, user) : await openTasks(db, user, now)
  return codeOf(user) === 'EXP' ? own : [...own, ...(await reports(db, user, now, tab))]
}

const SORTABLE = { deadline: 'deadline', waitingSince: 'since', doneTime: 'doneAt' } as const

/** Compares two values for sorting. Undefined sorts last in both directions. */
function byText(a: string | undefined, b: string | undefined, direction: 'asc' | 'desc'): number {
  if (a === b) return 0
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1
  return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1)
}

function inOrder(items: readonly Item[], sort: readonly string[] | undefined, isDone: boolean): Item[] {
  const given = sortedBy(SORTABLE, sort)
  const usual = isDone
    ? ([['doneAt', 'desc']] as const)
    : ([
        ['deadline', 'asc'],
        ['since', 'asc'],
      ] as const)
  const columns = given.length > 0 ? given : usual
  return [...items].sort((a, b) => {
    for (const [column, direction] of columns) {
      const key = Object.values(SORTABLE).find((each) => each === column)
      const order = key ? byText(a[key], b[key], direction) : 0
      if (order !== 0) return order
    }
    return a.id - b.id
  })
}

const titles = (type: TaskType, row: PilotRecord): string =>
  `${labelIn('demo_task_type', type)}：${row.project_name}`

function taskOf(item: Item, row: PilotRecord, user: Caller, grants: Grants): Task {
  return reply<Task>({
    bizType: item.type,
    bizId: row.id,
    demoProjectId: row.id,
    title: titles(item.type, row),
    provinceName: row.province_name,
    companyName: row.company_name,
    status: item.assign ?? shownStatus(user, row),
    statusLabel: item.assign ? labelIn('assign_status', item.assign) : shownStatusLabel(user, row),
    deadline: item.deadline,
    waitingSince: item.doneAt ? undefined : item.since,
    doneTime: item.doneAt,
    link: linkOf(item.type, row.id, grants),
    actions: allowedActions(user, row),
  })
}

/** Ids of those projects of the requested batch whose name, code or company contains the keyword. */
async function filtered(db: Db, ids: readonly number[], { keyword, batchYear }: Query): Promise<Set<number>> {
  const like = containing(keyword ?? '')
  const { rows } = await sql<{ id: number }>`
    select p.id from demo_project p where p.id = any(${[...ids]}::bigint[])
      and (p.project_name like ${like} or p.company_name like ${like} or p.demo_code like ${like})
      and p.batch_year = coalesce(${batchYear ?? null}::integer, p.batch_year)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns a page of the caller's open tasks, the most urgent first, or of his office's finished ones. */
export async function pilotTasks(
  db: Db,
  query: Query,
  user: Caller,
  now: Date,
): Promise<Schemas['DemoTaskPage']> {
  const { tab = 'todo', page = 0, size = 10, sort } = query
  const isDone = tab === 'done'
  const all = await itemsOf(db, user, now, tab)
  const kept = await filtered(
    db,
    all.map(({ id }) => id),
    query,
  )
  const items = inOrder(
    all.filter(({ id }) => kept.has(id)),
    sort,
    isDone,
  )
  const shown = items.slice(page * size, (page + 1) * size)
  const ids = [...new Set(shown.map(({ id }) => id))]
  const grants = await grantsOf(db, user)
  const rows = new Map((await findPilots(db, ids, user, { now })).map((row) => [row.id, row]))
  return {
    content: shown.flatMap((item) => {
      if (item.task) return [item.task]
      const row = rows.get(item.id)
      return row ? [taskOf(item, row, user, grants)] : []
    }),
    totalElements: items.length,
  }
}
