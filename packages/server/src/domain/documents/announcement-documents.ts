import type { operations } from '@xinchu/contract/schema'
import { conflict, notFound } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import type { BatchKey } from '../pilot-review/public-pilots.ts'
import { openedProjects, reviewResults } from '../pilot-review/results.ts'
import { SAMPLE_MARK } from '../platform/sample.ts'
import { countHit } from '../rate-limit.ts'
import { announcementOf, batchesWithoutList, reportedObjections } from './announcement-facts.ts'
import {
  type DocumentServices,
  issuing,
  pdfFile,
  readerName,
  sendPdf,
  sendWord,
} from './document-services.ts'
import { editionFor, editionsOf } from './editions.ts'
import { type IssuedKind, issuePdf } from './issue.ts'
import { type AnnouncementSource, announcedList } from './official/announcement.ts'
import { contentDigest } from './official/digest.ts'
import type { OfficialDocument } from './official/model.ts'
import { reviewReport } from './official/review-report.ts'
import type { Edition } from './official/scores.ts'
import { writtenOnce } from './written-once.ts'

type Query = operations['downloadBatchDocument']['parameters']['query']

/** Drawing a list takes a while, and anybody may ask for it. */
const TRIES = { max: 20, seconds: 60 }

const NAMES = { LIST: '公布名单', REPORT: '评审结果报告' } as const
const KINDS = { LIST: 'ANNOUNCED_LIST', REPORT: 'REVIEW_REPORT' } as const satisfies Record<
  string,
  IssuedKind
>

/** A document about the end of a batch, which can be drawn for any edition. */
interface Prepared {
  isAnnounced: boolean
  draw(given?: { edition?: Edition; watermark?: string }): OfficialDocument
}

const nameOf = (document: Query['document'], { batchYear, batchNo }: BatchKey, { isAnnounced }: Prepared) =>
  `${NAMES[document]}-${batchYear}年第${batchNo}批${isAnnounced ? '' : '（草稿）'}`

/** Issues a document with a code; changed content is a new edition. The same edition is written once and kept. */
async function issueEdition(
  document: Query['document'],
  { batchYear, batchNo }: BatchKey,
  { draw }: Prepared,
  services: DocumentServices,
): Promise<Uint8Array> {
  const subject = {
    kind: KINDS[document],
    projectId: null,
    year: batchYear,
    submissionNo: batchNo,
    reader: '',
    number: `${batchYear} 年第 ${batchNo} 批`,
  }
  const figuresDigest = contentDigest(draw({ watermark: '' }))
  const edition = editionFor(await editionsOf(services.db, subject), figuresDigest)
  const drawn = draw({ edition })
  const { bytes } = await writtenOnce(services.documents, contentDigest(drawn), () =>
    issuePdf(drawn, { ...subject, edition: edition.no, figuresDigest }, issuing(services)),
  )
  return bytes
}

/** Sends a document as PDF: issued with the announcement, before it a draft. */
async function sendEdition(
  document: Query['document'],
  batch: BatchKey,
  prepared: Prepared,
  services: DocumentServices,
) {
  const name = nameOf(document, batch, prepared)
  if (!prepared.isAnnounced) return sendPdf(name, prepared.draw(), undefined, services)
  return pdfFile(name, await issueEdition(document, batch, prepared, services))
}

async function listOf(batch: BatchKey, { db, config, now }: DocumentServices): Promise<Prepared> {
  const announcement = await announcementOf(db, batch, now())
  const { announced } = announcement
  // The same for all readers, so that a batch has one list with one code.
  const marks = [config.title, announced?.date ?? day(now()), ...(config.sampleData ? [SAMPLE_MARK] : [])]
  const watermark = marks.join('　')
  const source: AnnouncementSource = { announcement, platform: config.title, watermark, now: now() }
  return { isAnnounced: announced !== undefined, draw: (given) => announcedList({ ...source, ...given }) }
}

const sealed = () => conflict('E-022', '封存中，启封后可见')

/** @throws HttpError 409 before the opening of the excellence review */
async function reportOf(batch: BatchKey, user: Caller, services: DocumentServices): Promise<Prepared> {
  const { db, config, now } = services
  const resultsOf = (stage: 'PRIMARY' | 'EXCELLENT') =>
    reviewResults(db, { ...batch, stage, opinions: true }, user, now())
  const [primary, excellent] = [await resultsOf('PRIMARY'), await resultsOf('EXCELLENT')]
  if (!excellent.opened) throw sealed()
  const announcement = await announcementOf(db, batch, now())
  const source = {
    announcement,
    primary,
    excellent,
    objections: await reportedObjections(db, batch),
    platform: config.title,
    watermark: `${readerName(user)}　${day(now())}`,
    now: now(),
  }
  return {
    isAnnounced: announcement.announced !== undefined,
    draw: (given) => reviewReport({ ...source, ...given }),
  }
}

/** The list as an account may read it. @throws HttpError 409 while it is a draft of a sealed review */
async function readableList(batch: BatchKey, user: Caller, services: DocumentServices): Promise<Prepared> {
  const list = await listOf(batch, services)
  if (list.isAnnounced) return list
  // A draft of the list tells who passes, so that it is as sealed as the results.
  const open = await openedProjects(services.db, { ...batch, stage: 'EXCELLENT' }, user, services.now())
  if (open.length === 0) throw sealed()
  return list
}

/** The public may load documents so often. @throws HttpError 429 */
export const countPublicLoad = (db: DocumentServices['db'], address: string): Promise<number> =>
  countHit(db, { key: `announced-list:${address}`, ...TRIES })

/** The list of an announced batch, for everybody. @throws HttpError 404 before the announcement, 429 */
export async function publicAnnouncedList(batch: BatchKey, address: string, services: DocumentServices) {
  await countPublicLoad(services.db, address)
  return announcedListPdf(batch, services)
}

/** @throws HttpError 404 before the announcement */
export async function announcedListPdf(batch: BatchKey, services: DocumentServices) {
  const prepared = await listOf(batch, services)
  if (!prepared.isAnnounced) throw notFound('公布名单')
  return sendEdition('LIST', batch, prepared, services)
}

/** A document about the end of a batch; before the announcement a draft. @throws HttpError 409 while the review is sealed */
export async function batchDocument(query: Query, user: Caller, services: DocumentServices) {
  const { batchYear, batchNo, document, format = 'pdf' } = query
  const batch = { batchYear, batchNo }
  const prepared =
    document === 'REPORT' ? await reportOf(batch, user, services) : await readableList(batch, user, services)
  if (format === 'pdf') return sendEdition(document, batch, prepared, services)
  return sendWord(nameOf(document, batch, prepared), prepared.draw(), services)
}

/** Issues the lists of announced batches that have none, each with its code. */
export async function issueAnnouncedLists(services: DocumentServices, signal: AbortSignal): Promise<void> {
  for (const batch of await batchesWithoutList(services.db)) {
    if (signal.aborted) return
    await issueEdition('LIST', batch, await listOf(batch, services), services)
  }
}
