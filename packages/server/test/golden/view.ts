import { isXinchuError, type ReviewRecord, type XinchuClient } from '@xinchu/sdk'
import type { Rig } from '../rig.ts'
import { ROLES } from './accounts.ts'
import type { Subject } from './subject.ts'
import { byAnswer, inLine } from './words.ts'

/** Offices that the desk is for. */
const DESKS = new Set([
  'county_yc',
  'city_wz',
  'province_nx',
  'group_spic',
  'nation',
  'platform',
  'province_bj',
])

const codeOf = (error: unknown): string => {
  if (!isXinchuError(error)) throw error
  return `refused ${error.code ?? error.kind}`
}

/** Answer of a call in one line; a refusal with its code. */
const lineOf = (work: Promise<unknown>): Promise<string> => work.then(inLine, codeOf)

const taskOf = ({ task }: ReviewRecord) => {
  const { version: _version, waitingDays: _days, overdue: _overdue, ...rest } = task
  return rest
}

/** Whether a record is on the account's desk. */
async function onDesk({ review }: XinchuClient, { entity, title }: ReviewRecord['task'], id: number) {
  const keyword = title.replace(/年度测算| 的异议$/, '')
  const { content, totalElements } = await review.listTasks({ entity, keyword, size: 100 })
  if (totalElements > 100) throw new Error('the desk has more than one page')
  return content.some((task) => task.entityId === id) ? 'yes' : 'no'
}

/** All that an account sees of a record, by part. */
async function partsFor(client: XinchuClient, subject: Subject, id: number, account: string) {
  const ref = { entity: subject.entity, entityId: id }
  const record = await client.review.getRecord(ref)
  const { steps, goals, warnings, completeness, returned, remarks, submissions } = record
  const { content: listed } = await client.review.listRemarks(ref)
  return {
    record,
    parts: {
      offers: await lineOf(subject.offers(client, id)),
      goals: inLine(goals),
      steps: inLine(steps),
      task: inLine(taskOf(record)),
      filled: inLine({ ...completeness, warnings, submissions: submissions.length }),
      returned: inLine(returned ?? 'no'),
      remarks: inLine(remarks.map(({ id: _id, ...remark }) => remark)),
      listed: String(listed.length),
      changes: await lineOf(client.review.getChanges(ref)),
      ...(DESKS.has(account) ? { desk: await onDesk(client, record.task, id) } : {}),
    },
  }
}

/** An account that sees a record, with what it sees. */
export interface Viewer {
  account: string
  client: XinchuClient
  record: ReviewRecord
  /** What the record's form offers, as one text. */
  offered: string
}

/** Asks all accounts for a record. Returns those that see it, and lines of what they see. */
export async function viewsOf(
  rig: Rig,
  subject: Subject,
  id: number,
): Promise<{ viewers: Viewer[]; lines: string[] }> {
  const viewers: Viewer[] = []
  const answers = new Map<string, Map<string, string>>()
  const asked = ROLES.map(async (account) => {
    const client = await rig.sameAs(account)
    const seen = await partsFor(client, subject, id, account).catch((error: unknown) => {
      if (isXinchuError(error) && error.kind === 'not-found') return undefined
      throw error
    })
    return seen && { account, client, ...seen }
  })
  for (const seen of await Promise.all(asked)) {
    if (!seen) continue
    const { account, client, record, parts } = seen
    viewers.push({ account, client, record, offered: parts.offers })
    for (const [part, answer] of Object.entries(parts)) {
      const known = answers.get(part) ?? new Map<string, string>()
      answers.set(part, known.set(account, answer))
    }
  }
  return { viewers, lines: [...answers].flatMap(([part, of]) => byAnswer(part, of)) }
}
