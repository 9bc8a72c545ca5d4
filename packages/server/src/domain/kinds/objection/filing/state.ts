import { ObjectionStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'
import { labelIn } from '../../../dict/label.ts'
import type { FileRow } from '../../../files/info.ts'
import { undoableSeconds } from '../../../flow/undo-time.ts'
import { reply } from '../../../reply.ts'
import { maskedPerson, personsOf } from '../person.ts'
import type { ObjectionRow } from '../rows.ts'
import { evidenceInfo } from './evidence.ts'

type Schemas = components['schemas']
type State = Schemas['FiledObjectionState']
type Stage = Schemas['ObjectionStage']

interface Settled {
  action: string
  to_status: ObjectionStatus
  time: string
}

/** The steps that can no longer be undone. What an office takes back, the objector never learns of. */
async function settledSteps(db: Db, id: number, undoSeconds: number): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    select action, to_status, time from flow_history
    where biz_type = 'OBJECTION' and biz_id = ${id} and not undone
      and (action = 'WITHDRAW' or time <= now() - make_interval(secs => ${undoableSeconds({ undoSeconds })}))
    order by id`.execute(db)
  return rows
}

/** The status that the objector knows of. */
const statusAfter = (steps: readonly Settled[]): ObjectionStatus =>
  steps.at(-1)?.to_status ?? ObjectionStatus.received

/** The status of an objection without steps that can still be undone. */
export const settledStatus = async (db: Db, id: number, undoSeconds: number): Promise<ObjectionStatus> =>
  statusAfter(await settledSteps(db, id, undoSeconds))

const NAMES = ['登记', '转办', '核实', '答复']
const { received, forwarded, verified, answered, withdrawn } = ObjectionStatus
/** How many of the steps are done in a state. */
const DONE: Readonly<Partial<Record<ObjectionStatus, number>>> = {
  [received]: 1,
  [forwarded]: 2,
  [verified]: 3,
  [answered]: 4,
}

/** The steps with their times. What is over before its end shows only what it went through. */
function stagesOf(status: ObjectionStatus, receivedAt: string, steps: readonly Settled[]): Stage[] {
  const timeOf = (action: string) => steps.findLast((step) => step.action === action)?.time
  const [forward, verify] = [timeOf('FORWARD'), timeOf('VERIFY')]
  const times = [receivedAt, forward, verify, timeOf('ANSWER') ?? timeOf('DECLINE')]
  const done = DONE[status]
  if (status === withdrawn || (status === answered && !verify)) {
    const last: Stage =
      status === withdrawn
        ? reply<Stage>({ name: '撤回', state: 'DONE', time: timeOf('WITHDRAW') })
        : reply<Stage>({ name: '答复', state: 'DONE', time: times[3] })
    const before = NAMES.slice(0, 3).map((name, at): Stage | undefined =>
      times[at] ? { name, state: 'DONE', time: times[at] } : undefined,
    )
    return [...before.filter((stage) => stage !== undefined), last]
  }
  return NAMES.map((name, at) =>
    reply<Stage>({
      name,
      state: at < (done ?? 0) ? 'DONE' : at === done ? 'CURRENT' : 'NEXT',
      time: at < (done ?? 0) ? times[at] : undefined,
    }),
  )
}

/** An objection as its objector reads it. */
export async function filedState(
  db: Db,
  row: ObjectionRow,
  { key, undoSeconds }: { key: string; undoSeconds: number },
): Promise<State> {
  const steps = await settledSteps(db, row.id, undoSeconds)
  const status = statusAfter(steps)
  const person = (await personsOf(db, [row.id], key)).get(row.id)
  const { rows: files } = await sql<FileRow>`
    select * from file_info where id = any(${row.evidence_ids}::bigint[])
    order by array_position(${row.evidence_ids}::bigint[], id)`.execute(db)
  const isAnswered = status === answered
  return reply<State>({
    receiptNo: row.receipt_no,
    demoCode: row.demo_code,
    projectName: row.project_name,
    person: person && maskedPerson(person),
    text: row.text,
    evidence: files.map(evidenceInfo),
    status,
    statusLabel: labelIn('objection_status', status),
    stages: stagesOf(status, row.received_at, steps),
    receivedAt: row.received_at,
    dueAt: row.status === status ? row.due_at : undefined,
    conclusionLabel:
      isAnswered && row.conclusion ? labelIn('objection_conclusion', row.conclusion) : undefined,
    answer: isAnswered ? row.answer : undefined,
    mayWithdraw: !isAnswered && status !== withdrawn,
  })
}
