import { deptKinds } from '@xinchu/contract/rights'
import type { ReviewedKind } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { groupedBy } from '../grouped.ts'
import type { Target } from '../links/link-to.ts'
import { type News, tellNews } from '../messages/news.ts'
import { type OfficesOf, officesDealing } from './dealing.ts'
import type { Reader, RecordKind } from './kind.ts'
import { type Level, UNNAMED } from './offices.ts'
import type { Mentioned } from './record.ts'
import type { FlowAction } from './table.ts'

/** A record before and after a step. */
export interface MovedRecord {
  before: Mentioned
  after: Mentioned
  /** Where a return leads. */
  returns?: 'author' | 'reviewer' | undefined
}

export interface Move {
  action: FlowAction
  /** Verb for the step: 通过, 上报国家. */
  verb: string
  user: Caller
}

/** What one office is told of one record. */
interface Concern {
  code: News['code']
  office: number | undefined
  record: Mentioned
  isAuthor: boolean
}

const PASSES: readonly FlowAction[] = ['PASS', 'CONFIRM', 'ACCEPT']

const levelOf = (record: Mentioned): Level | undefined => {
  const { current } = record.way()
  return current === 'author' || current === 'end' ? undefined : current
}

/** The levels before the one that has a record; all for one that no level has. */
function levelsBefore(record: Mentioned): Level[] {
  const { stages } = record.way()
  const levels = stages.filter((stage): stage is Level => stage !== 'author' && stage !== 'end')
  const at = levelOf(record)
  return at === undefined ? levels : levels.slice(0, levels.indexOf(at))
}

/** Whom a step on a record concerns: the author and who has passed it of a pass, who has it next, who passed or held it in vain. */
function concernsOf(moved: MovedRecord, { action }: Move, officesOf: OfficesOf): Concern[] {
  const { before, after, returns } = moved
  const offices = officesOf(after)
  const isShared = after.way().depts?.nation?.includes(deptKinds.platform) ?? false
  const at = (level: Level | undefined) => {
    if (level === undefined) return []
    return [offices.get(level), ...(level === 'nation' && isShared ? [offices.get('platform')] : [])]
  }
  const tell = (code: Concern['code'], level: Level | undefined): Concern[] =>
    at(level).map((office) => ({ code, office: office?.id, record: after, isAuthor: false }))
  const author = {
    code: 'record.moved',
    office: after.orgId ?? undefined,
    record: after,
    isAuthor: true,
  } as const
  if (action === 'WITHDRAW') return tell('record.withdrawn', levelOf(before))
  if (returns === 'author') return levelsBefore(before).flatMap((level) => tell('record.voided', level))
  const isPass = PASSES.includes(action)
  if (!isPass && action !== 'SUBMIT') return []
  // The nation's decision concerns all who passed the record before.
  const others = isPass && levelOf(before) === 'nation' ? levelsBefore(before) : []
  return [
    ...tell('record.todo', levelOf(after)),
    author,
    ...others.flatMap((level) => tell('record.moved', level)),
  ]
}

/** Where a record is after its step: its state, and who deals with it at which of its stages. */
function placeOf(record: Mentioned, officesOf: OfficesOf) {
  const { stages, current } = record.way()
  const state = record.task().statusLabel
  if (current === undefined || current === 'end') return { state, next: undefined }
  const holder = officesOf(record).get(current)?.name ?? (current === 'county' ? undefined : UNNAMED[current])
  const stage = `第 ${stages.indexOf(current) + 1}/${stages.length} 步`
  return { state, next: holder && `由${holder}办理（${stage}）` }
}

/** The desk, opened with a record or with the records of a kind. */
export const deskTarget = (code: ReviewedKind, record: { id: number } | undefined): Target => ({
  kind: 'DESK',
  purpose: 'list',
  search: record ? { id: `${code.toLowerCase()}-${record.id}` } : { kind: code.toLowerCase() },
})

interface Telling extends Pick<RecordKind, 'code'> {
  links(record: Mentioned | undefined, reader: Reader): Target
}

/** The news about records that one office is told the same of. */
function newsOf(kind: Telling, own: readonly Concern[], { verb, user }: Move, officesOf: OfficesOf): News[] {
  const [first] = own
  if (!first || first.office === undefined) return []
  const { code, office, record, isAuthor } = first
  const linkOf = (one: Mentioned | undefined) =>
    code === 'record.todo' ? deskTarget(kind.code, one) : kind.links(one, isAuthor ? 'author' : 'office')
  return [
    {
      ...{ code, kind: kind.code, office, by: user.orgName, verb, ...placeOf(record, officesOf) },
      records: own.map((each) => ({ id: each.record.id, name: each.record.title })),
      one: linkOf(record),
      list: linkOf(undefined),
    },
  ]
}

/**
 * Tells the offices that a step on records concerns: authors of passes, who has to act next, who passed before of voided
 * passes, who held them of withdrawals. Each office gets one message for all records with the same news.
 * @returns the ids of the messages
 */
export async function tellMoved(
  trx: Trx,
  kind: Telling,
  moved: readonly MovedRecord[],
  move: Move & { after: number },
): Promise<number[]> {
  if (moved.length === 0) return []
  const officesOf = await officesDealing(
    trx,
    moved.map(({ after }) => after),
  )
  const concerns = moved
    .flatMap((each) => concernsOf(each, move, officesOf))
    .filter(({ office }) => office !== undefined && office !== move.user.orgId)
  const together = groupedBy(concerns, ({ code, office, record }) => {
    const { state, next } = placeOf(record, officesOf)
    return code === 'record.moved' ? `${code} ${office} ${state} ${next}` : `${code} ${office}`
  })
  const news = [...together.values()].flatMap((own) => newsOf(kind, own, move, officesOf))
  return tellNews(trx, news, move)
}
