import { AssignStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { conflict, notFound } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { reply } from '../reply.ts'
import { openingRow } from './opening.ts'
import { sheetOf } from './score.ts'
import { leafOf, pathOf, rootOf } from './seal.ts'
import { type SealedSheet, sealedSheets } from './sheets.ts'

type Schemas = components['schemas']
type Stage = Schemas['ReviewStage']

const bytes = (hex: string) => Buffer.from(hex, 'hex')

const leafNow = (sheet: SealedSheet, stage: Stage): string =>
  leafOf(
    sheetOf(stage, sheet, { projectId: sheet.project_id, expertId: sheet.expert_id }),
    bytes(sheet.nonce),
  ).toString('hex')

/** Recomputes the digests of all sheets and compares them with those stored at submission. @throws HttpError 409 */
export async function checkSeal(
  db: Db,
  { projectId, ...batch }: NonNullable<operations['checkScoreSeal']['parameters']['query']>,
  user: Caller,
): Promise<Schemas['SealCheck']> {
  const opening = await openingRow(db, batch)
  const isEarly =
    codeOf(user) === 'NQ' && !(await openingRow(db, { ...batch, stage: 'EXCELLENT' }))?.confirmed_at
  if (!opening?.confirmed_at || isEarly) throw conflict('E-022', '封存中，启封后可见')
  const all = await sealedSheets(db, batch)
  const asked = all.filter((sheet) => projectId === undefined || sheet.project_id === projectId)
  if (asked.length === 0) throw notFound('评分')
  const matching = asked.filter((sheet) => leafNow(sheet, batch.stage) === sheet.leaf).length
  const root = rootOf(all.map(({ leaf }) => bytes(leaf))).toString('hex')
  const isGenuine = matching === asked.length && root === opening.merkle_root
  return reply<Schemas['SealCheck']>({
    sheets: asked.length,
    matching,
    root: opening.merkle_root,
    genuine: isGenuine,
    message: isGenuine
      ? `${asked.length} 份摘要与提交时一致`
      : `${asked.length} 份中 ${matching} 份摘要与提交时一致，请核查`,
  })
}

/** Returns the receipt of the caller's sheet; after the opening with the path from its digest to the root. */
export async function scoreReceipt(
  db: Db,
  { projectId, stage }: { projectId: number; stage: Stage },
  user: Caller,
): Promise<Schemas['ScoreReceipt']> {
  const { rows } = await sql<{
    assign_id: number
    leaf: string
    receipt_code: string
    submit_time: string
    batch_year: number
    batch_no: number
  }>`
    select s.assign_id, s.leaf, s.receipt_code, s.submit_time, p.batch_year, p.batch_no
    from expert_score s join expert_assign a on a.id = s.assign_id join demo_project p on p.id = a.project_id
    where a.project_id = ${projectId} and a.stage = ${stage} and a.expert_id = ${user.id}
      and a.status = ${AssignStatus.submitted}`.execute(db)
  const [own] = rows
  if (!own) throw notFound('已提交的评分')
  const batch = { batchYear: own.batch_year, batchNo: own.batch_no, stage }
  const opening = await openingRow(db, batch)
  const receipt = {
    projectId,
    stage,
    receiptCode: own.receipt_code,
    leaf: own.leaf,
    submitTime: own.submit_time,
  }
  if (!opening?.confirmed_at) return { ...receipt, opened: false }
  const all = await sealedSheets(db, batch)
  const at = all.findIndex(({ assign_id }) => assign_id === own.assign_id)
  const path = pathOf(
    all.map(({ leaf }) => bytes(leaf)),
    at,
  )
  return reply<Schemas['ScoreReceipt']>({
    ...receipt,
    opened: true,
    root: opening.merkle_root,
    path: path.map(({ side, digest }) => ({ side, digest: digest.toString('hex') })),
  })
}
