import type { operations } from '@xinchu/contract/schema'
import { conflict } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { reviewResults } from '../pilot-review/results.ts'
import { type DocumentServices, readerName, sendPdf, sendWord } from './document-services.ts'
import { editionFor, editionsOf } from './editions.ts'
import { contentDigest } from './official/digest.ts'
import { type ScoreSource, STAGES, scoreDocument } from './official/scores.ts'

type Query = operations['downloadScorePdf']['parameters']['query']

/** @throws HttpError 409 before the opening */
async function sourceOf(
  query: Query,
  user: Caller,
  { db, config, now }: DocumentServices,
): Promise<ScoreSource> {
  const results = await reviewResults(db, { ...query, opinions: true }, user, now())
  const { openedAt, groups } = results
  if (!results.opened || !openedAt || !groups) throw conflict('E-022', '封存中，启封后可见')
  const reader = { name: readerName(user), date: day(now()) }
  return { results: { ...results, openedAt, groups }, platform: config.title, reader }
}

const nameOf = ({ batchYear, batchNo, stage }: Query) =>
  `${STAGES[stage]}评分汇总-${batchYear}年第${batchNo}批`

/** Digest of what the summary says, whoever reads it. */
const figuresOf = (source: ScoreSource): string => contentDigest({ ...scoreDocument(source), watermark: '' })

/** The score summary of a stage as PDF, issued with a code. Changed figures are a new edition, which says so. */
export async function scorePdf(query: Query, user: Caller, services: DocumentServices) {
  const { batchYear, batchNo, stage } = query
  const source = await sourceOf(query, user, services)
  const figuresDigest = figuresOf(source)
  const subject = {
    kind: stage === 'PRIMARY' ? ('SCORES_PRIMARY' as const) : ('SCORES_EXCELLENT' as const),
    projectId: null,
    year: batchYear,
    submissionNo: batchNo,
    reader: '',
    number: `${batchYear} 年第 ${batchNo} 批`,
  }
  const edition = editionFor(await editionsOf(services.db, subject), figuresDigest)
  const issued = { ...subject, edition: edition.no, figuresDigest }
  return sendPdf(nameOf(query), scoreDocument({ ...source, edition }), issued, services)
}

/** The score summary of a stage for Word. */
export async function scoreWord(query: Query, user: Caller, services: DocumentServices) {
  return sendWord(nameOf(query), scoreDocument(await sourceOf(query, user, services)), services)
}
