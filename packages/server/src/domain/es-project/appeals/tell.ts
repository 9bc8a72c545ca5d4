import { MessageLevel, MessageTarget, MessageType } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { maskName } from '../../masking.ts'
import { inHtml } from '../../messages/in-html.ts'
import { appeals, decider } from './source.ts'

/** What is said of an appeal. Neither side learns more of the other's project than its masked name. */
export interface Told {
  id: number
  project_id: number
  other_id: number
  project_name: string
  other_name: string
  org_id: number | null
  other_org_id: number | null
  offices: number[] | null
  opinion: string | null
  /** The number that is the same. */
  number: string
}

/** Reads what is said of these appeals, in the transaction that has changed them. */
export async function toldOf(trx: Trx, ids: readonly number[]): Promise<Told[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Told>`
    select a.id, a.project_id, a.other_id, p.project_name, o.project_name as other_name, a.org_id, o.org_id as other_org_id,
      d.offices, a.opinion, case when p.national_key = o.national_key and p.national_key <> '' then '全国投资项目代码'
        when p.record_key = o.record_key and p.record_key <> '' then '备案文号' else '填报内容' end as number
    from ${appeals} left join ${decider} on true where a.id = any(${[...ids]}::bigint[]) order by a.id`.execute(
    trx,
  )
  return rows
}

interface Message {
  to: readonly (number | null)[]
  title: string
  content: string
}

const LINK = '/esproject/repeat/index?tab=appeals'

/** Sends messages to offices, each once. */
export async function sendToOffices(trx: Trx, messages: readonly Message[]): Promise<void> {
  const rows = messages.flatMap(({ to, title, content }) => {
    const offices = [...new Set(to.filter((id) => id !== null))]
    if (offices.length === 0) return []
    return [
      {
        title: title.slice(0, 100),
        content: `<p>${inHtml(content)}</p>`,
        message_type: MessageType.reminder,
        level: MessageLevel.important,
        target_type: MessageTarget.offices,
        target_org_ids: offices,
        link: LINK,
        create_by: 'system',
      },
    ]
  })
  if (rows.length > 0) await trx.insertInto('message_push').values(rows).execute()
}

/** Tells the other side and the decider of a new appeal. */
export const tellOpened = (trx: Trx, { offices, other_org_id, ...told }: Told): Promise<void> =>
  sendToOffices(trx, [
    {
      to: [other_org_id],
      title: `另一单位就“${told.other_name}”申请判定`,
      content: `另一单位申请判定贵单位项目“${told.other_name}”的${told.number}是否有误，请核对。`,
    },
    {
      to: offices ?? [],
      title: `待判定：“${told.project_name}”与“${told.other_name}”是否为同一项目`,
      content: `两个项目的${told.number}相同，填报单位申请判定是否为同一项目，请办理。`,
    },
  ])

const ENDS = {
  DISTINCT: '判定为不是同一项目',
  SAME: '判定为同一项目',
  WITHDRAWN: '判定申请已撤回',
  CLOSED: '号码已更正，判定申请已结束',
} as const

/** Tells both sides, and unless it has decided also the decider, that appeals have ended. */
export const tellEnded = (trx: Trx, all: readonly Told[], state: keyof typeof ENDS): Promise<void> =>
  sendToOffices(
    trx,
    all.flatMap(({ org_id, other_org_id, offices, opinion, project_name, other_name }) => {
      const content = opinion === null ? `${ENDS[state]}。` : `${ENDS[state]}。判定意见：${opinion}`
      const title = (one: string, two: string) => `“${one}”与“${two}”：${ENDS[state]}`
      return [
        { to: [org_id], title: title(project_name, maskName(other_name)), content },
        { to: [other_org_id], title: title(other_name, maskName(project_name)), content },
        { to: opinion === null ? (offices ?? []) : [], title: title(project_name, other_name), content },
      ]
    }),
  )
