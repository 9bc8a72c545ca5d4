import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { anyone, captchaFor, file, ticketFor } from '../support/filing.ts'
import { ANSWERED, FORWARDED, publicised, VERIFIED } from '../support/objections.ts'
import type { Subject } from './subject.ts'

const PHONE = '13612345678'

type Said = Parameters<XinchuClient['demoReview']['stepObjection']>[0]

const DIRECT = '推荐单位逾期未核实，材料已足以认定'
const CANCELLED = '备案主体与申报单位不一致，取消拟入选资格'

/** What each action says. An answer in place of a late verification upholds the objection. */
function saidOf(
  action: string,
  { status, demoCode, opinion }: { status: string; demoCode: string; opinion: string },
): Pick<Said, 'text'> & Partial<Said> {
  if (action === 'FORWARD') return { text: FORWARDED, fileIds: [] }
  if (action === 'VERIFY') return { text: VERIFIED, finding: 'REFUTED' }
  if (action !== 'ANSWER') return { text: opinion }
  return status === 'FORWARDED'
    ? { text: ANSWERED, conclusion: 'UPHELD', reason: DIRECT, cancelReason: CANCELLED, demoCode }
    : { text: ANSWERED, conclusion: 'REJECTED' }
}

let projectId = 0
let receipt = { receiptNo: '', queryCode: '' }

/** An objection that somebody files without an account. */
export const objection: Subject = {
  name: 'objection',
  entity: 'OBJECTION',
  table: 'objection',
  state: ['status'],
  more: ['finding', 'conclusion', 'forward_text', 'verification', 'answer', 'cancel_reason', 'last_opinion'],
  field: 'text',
  async make(rig) {
    // Ids that no other number of the file equals, however many samples there are.
    await sql`select setval(pg_get_serial_sequence('objection', 'id'), 7000),
      setval(pg_get_serial_sequence('demo_project', 'id'), 6000)`.execute(rig.db)
    projectId = (await publicised(rig)).ids[0] ?? 0
    const { receiptNo, queryCode } = await file(rig, projectId, PHONE)
    receipt = { receiptNo, queryCode }
    const { id } = await rig.db
      .selectFrom('objection')
      .select('id')
      .where('receipt_no', '=', receiptNo)
      .executeTakeFirstOrThrow()
    return id
  },
  offers: async ({ demoReview }, id) => (await demoReview.listObjections({ id })).content[0]?.actions,
  async take({ demoReview }, { id, version, action, opinion = '' }) {
    const [{ status = '', demoCode = '' } = {}] = (await demoReview.listObjections({ id })).content
    const said = saidOf(action, { status, demoCode, opinion: opinion || '与本项目的申报无关' })
    const { undo } = await demoReview.stepObjection({
      ...{ id, version, ...said },
      action: action as Said['action'], // the goals of an objection are its steps
    })
    return { undoId: undo?.undoId }
  },
  outsider: (rig) => ({
    name: 'objector',
    actions: ['WITHDRAW'],
    async sees() {
      await rig.db.deleteFrom('rate_limit').execute()
      const asked = { ...receipt, ...(await captchaFor(rig)) }
      const { evidence, ...state } = await anyone(rig).demoReview.getFiledObjection(asked)
      return { ...state, evidence: evidence.map(({ fileName }) => fileName) }
    },
    async take({ opinion = '' }) {
      await rig.db.deleteFrom('rate_limit').execute()
      const { receiptNo } = receipt
      const ticket = await ticketFor(rig, PHONE)
      await anyone(rig).demoReview.withdrawObjection({ receiptNo, ticket, reason: opinion })
      return {}
    },
  }),
  // An objection that is upheld may cancel the selection of its project.
  async beside({ db }) {
    const { rows } = await sql`
      select p.status, h.action, h.from_status, h.to_status, h.opinion from demo_project p
      left join lateral (select * from flow_history f where f.biz_type = 'DEMO' and f.biz_id = p.id and not f.undone
        order by f.id desc limit 1) h on true
      where p.id = ${projectId}`.execute(db)
    return rows[0]
  },
  // The objector learns of a step once it can no longer be undone.
  async prepare(rig, id) {
    await rig.db
      .updateTable('flow_history')
      .set({ time: '2026-01-01 00:00:00+08' })
      .where('biz_type', '=', 'OBJECTION')
      .where('biz_id', '=', id)
      .execute()
  },
  // The recommender is late.
  forced: [{ status: 'FORWARDED', forward_text: FORWARDED, due_at: '2026-01-01 00:00:00+08' }],
}
