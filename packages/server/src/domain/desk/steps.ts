import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { STAYING_ACTIONS } from '@xinchu/validators'
import type { FlowRow } from '../flow/history.ts'
import type { Level, OfficeNames } from '../flow/offices.ts'
import type { Stage, Way } from '../flow/way.ts'
import { reply } from '../reply.ts'

type Step = components['schemas']['ReviewStep']

const NAMES: Readonly<Record<Level, string>> = { county: '县', city: '市', province: '省', nation: '国家' }

const DONE_BY: Readonly<Record<'author' | 'level', readonly string[]>> = {
  author: ['SUBMIT'],
  level: ['PASS', 'CONFIRM', 'SUBMIT', 'ACCEPT'],
}

/** Steps that end a way. A demonstration project that is not selected ends with the step that decided so. */
const ENDING: readonly string[] = ['SYNC', 'ANNOUNCE', 'PRIMARY_FAIL', 'EXCELLENT_FAIL', 'CANCEL']

/** The last step of the history that finished a stage. */
function finished(
  stage: Stage,
  history: readonly FlowRow[],
  { depts }: Pick<Way, 'depts'>,
): FlowRow | undefined {
  if (stage === 'end') return history.findLast(({ action }) => ENDING.includes(action))
  if (stage === 'author') return history.findLast(({ action }) => DONE_BY.author.includes(action))
  const kinds = depts?.[stage] ?? [deptKinds[stage]]
  return history.findLast(({ action, dept_id }) => DONE_BY.level.includes(action) && kinds.includes(dept_id))
}

const RETURNING: readonly string[] = ['RETURN', 'REOPEN']

/** The return that a record's last move was, and the stage that returned it. */
function returnedBy(
  { stages, depts }: Way,
  history: readonly FlowRow[],
): { stage: Stage; step: FlowRow } | undefined {
  const step = history.findLast(({ action }) => !STAYING_ACTIONS.includes(action))
  if (!step || !RETURNING.includes(step.action)) return undefined
  const stage = stages.findLast(
    (each) =>
      each !== 'author' && each !== 'end' && (depts?.[each] ?? [deptKinds[each]]).includes(step.dept_id),
  )
  return stage && { stage, step }
}

const byWhom = ({ org_name, user_name, time, opinion }: FlowRow) => ({
  orgName: org_name,
  userName: user_name,
  time,
  opinion,
})

/** The stages of a record, with person and time of each finished one and the start of the wait at the current one. */
export function stepsOf(
  way: Way,
  history: readonly FlowRow[],
  offices: OfficeNames,
  { waitingSince, dueTime }: { waitingSince: string; dueTime: string | undefined },
): Step[] {
  const { stages, current, reached, authorName, endName, names } = way
  const returned = returnedBy(way, history)
  return stages.map((stage, position) => {
    const name =
      stage === 'author' ? authorName : stage === 'end' ? endName : (names?.[stage] ?? NAMES[stage])
    const orgName = stage === 'end' ? undefined : offices.get(stage)
    if (stage === current)
      return reply<Step>({ name, state: 'CURRENT', orgName, time: waitingSince, dueTime })
    if (position >= reached)
      return stage === returned?.stage
        ? reply<Step>({ name, state: 'RETURNED', ...byWhom(returned.step) })
        : reply<Step>({ name, state: 'NEXT', orgName })
    const step = finished(stage, history, way)
    return reply<Step>({ name, state: 'DONE', orgName, ...(step && byWhom(step)) })
  })
}
