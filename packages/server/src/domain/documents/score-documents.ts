import type { operations } from '@xinchu/sdk/schema'
import { conflict } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { reviewResults } from '../demo-review/results.ts'
import { type DocumentServices, readerName, sendPdf, sendWord } from './document-services.ts'
import { scoreDocument } from './official/scores.ts'

type Query = operations['downloadScorePdf']['parameters']['query']

/** @throws HttpError 409 before the opening */
async function documentOf(query: Query, user: Caller, { db, config, now }: DocumentServices) {
  const results = await reviewResults(db, query, user, now())
  const { openedAt, groups } = results
  if (!results.opened || !openedAt || !groups) throw conflict('E-022', '封存中，启封后可见')
  const reader = { name: readerName(user), date: day(now()) }
  return scoreDocument({ results: { ...results, openedAt, groups }, platform: config.title, reader })
}

const nameOf = ({ batchYear, batchNo }: Query) => `评分汇总-${batchYear}年第${batchNo}批`

/** The score summary of a stage as PDF, issued with a code. */
export async function scorePdf(query: Query, user: Caller, services: DocumentServices) {
  const { batchYear, batchNo, stage } = query
  const subject = {
    kind: stage === 'PRIMARY' ? ('SCORES_PRIMARY' as const) : ('SCORES_EXCELLENT' as const),
    projectId: null,
    year: batchYear,
    submissionNo: batchNo,
    reader: '',
    number: `${batchYear} 年第 ${batchNo} 批`,
  }
  return sendPdf(nameOf(query), await documentOf(query, user, services), subject, services)
}

/** The score summary of a stage for Word. */
export async function scoreWord(query: Query, user: Caller, services: DocumentServices) {
  return sendWord(nameOf(query), await documentOf(query, user, services), services)
}
