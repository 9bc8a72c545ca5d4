import { createHash } from 'node:crypto'
import type { components } from '@xinchu/contract/schema'
import { filerGaps, isObjectionTextShort, OBJECTION_WORDS } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../../../db/database.ts'
import { badRequest, conflict, missing } from '../../../../errors.ts'
import { dateTime } from '../../../../runtime/time.ts'
import { countHit } from '../../../rate-limit.ts'
import type { SmsOutbox } from '../../../sms/runner.ts'
import type { Person } from '../person.ts'
import { publicisedAt, storeObjection } from '../register.ts'
import { isOpenObjection } from '../rows.ts'
import { newQueryCode, queryHash } from './code.ts'
import { evidenceOfTicket } from './evidence.ts'
import { spendTicket, type Ticket } from './ticket.ts'

type Schemas = components['schemas']
type Draft = Schemas['DemoObjectionDraft']

const DAY_SECONDS = 86_400

export interface Filing {
  now: Date
  /** Seals who objects. */
  key: string
  address: string
  /** Absent if no gateway is connected. The receipt is shown, too. */
  sms: Pick<SmsOutbox, 'post'> | undefined
}

/** Who files. The telephone number is the one that was proved. @throws HttpError 400 */
function personOf({ person: { name, unit, creditCode } }: Draft, phone: string): Person {
  const bareUnit = unit?.trim()
  const [gap] = filerGaps({ unit, creditCode })
  if (gap) throw missing(`person.${gap}`, gap === 'unit' ? '单位全称' : '统一社会信用代码')
  return { name: name.trim(), ...(bareUnit && creditCode ? { unit: bareUnit, creditCode } : {}), phone }
}

/** @throws HttpError 400 */
function assertStated({ text, pledge }: Draft): void {
  if (!pledge) throw badRequest('E-031', '请承诺所述属实', 'pledge')
  if (isObjectionTextShort(text)) throw badRequest('E-031', `事实与理由不少于 ${OBJECTION_WORDS} 字`, 'text')
}

/**
 * Counts what is filed. The count of the telephone number is locked until the end of the transaction, so that its
 * parallel filings are checked one by one.
 * @throws HttpError 429; 409 if it has an open objection to the project
 */
async function assertRoom(trx: Trx, { phoneMac }: Ticket, projectId: number, address: string): Promise<void> {
  await countHit(trx, { key: `objection-phone:${phoneMac}`, max: 3, seconds: DAY_SECONDS })
  await countHit(trx, { key: `objection-file:${address}`, max: 20, seconds: DAY_SECONDS })
  const { rows } = await sql`
    select 1 from objection ob join objection_person x on x.objection_id = ob.id
    where ob.project_id = ${projectId} and x.phone_mac = ${phoneMac} and ${isOpenObjection} limit 1`.execute(
    trx,
  )
  if (rows.length > 0) throw conflict('E-031', '该手机号对此项目的异议正在办理，请待答复')
}

const digestOf = (text: string, files: readonly { sha256: string }[]): string =>
  createHash('sha256')
    .update([text, ...files.map(({ sha256 }) => sha256)].join('\n'))
    .digest('hex')

/** Files an objection of anybody. @throws HttpError 400, 404, 409 outside the period, 429 */
export async function fileObjection(
  trx: Trx,
  draft: Draft,
  { now, key, address, sms }: Filing,
): Promise<Schemas['FiledObjection']> {
  const { projectId, evidenceIds } = draft
  const text = draft.text.trim()
  assertStated(draft)
  const ticket = await spendTicket(trx, draft.ticket, key)
  const person = personOf(draft, ticket.phone)
  const project = await publicisedAt(trx, projectId, now, now)
  const files = await evidenceOfTicket(trx, ticket.id, evidenceIds)
  await assertRoom(trx, ticket, projectId, address)
  const queryCode = newQueryCode()
  const { receiptNo } = await storeObjection(
    trx,
    {
      ...{ projectId, person, text, evidenceIds, channel: 'ONLINE', receivedAt: now },
      queryHashOf: (no) => queryHash(no, queryCode, key),
    },
    project,
    { now, key },
  )
  await sms?.post(trx, {
    ...{ phone: ticket.phone, template: 'objection-filed', params: { receipt: receiptNo } },
    text: `您的异议已登记，回执编号${receiptNo}。`,
  })
  return { receiptNo, queryCode, receivedAt: dateTime(now), digest: digestOf(text, files) }
}
