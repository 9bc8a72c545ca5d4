import type { operations } from '@xinchu/contract/schema'
import { day } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { isSampleDatabase } from '../../platform/sample.ts'
import { editionOf } from '../../statistics/as-of.ts'
import { placeOf } from '../../statistics/figure-place.ts'
import { type Batch, batches } from '../../statistics/publications.ts'
import { type DocumentServices, issuing, WORD } from '../document-services.ts'
import { asOfBasis, basisOf } from './basis.ts'
import { bulletinOf } from './bulletin.ts'
import { bulletinFigures, bulletinPeriods } from './figures.ts'
import { figuresPage } from './figures-page.ts'
import { issueBulletin, issuedBulletin, reachKey } from './issued.ts'
import type { Bulletin } from './model.ts'
import { writtenBulletin } from './written.ts'

type Query = operations['downloadBulletin']['parameters']['query']

/** The edition that a bulletin is asked for as of: a batch of a published period has that of its publication. */
async function askedEdition(
  all: readonly Batch[],
  { asOf }: Query,
  { db, now }: DocumentServices,
): Promise<number | undefined> {
  const edition = await editionOf(db, { asOf, side: 'warehouse' }, now())
  return all.find(({ batch }) => batch === asOf)?.publishedEdition ?? edition
}

interface Asked {
  query: Query
  user: Caller
  services: DocumentServices
  place: Awaited<ReturnType<typeof placeOf>>
  all: readonly Batch[]
  edition: number | undefined
}

/** Draws a bulletin, whose figures are of the batches that were read before. */
async function drawn({ query, user, services, place, all, edition }: Asked): Promise<Bulletin> {
  const { db, config, now } = services
  const period = { year: query.year, quarter: query.quarter }
  const asked = { db, user, place, today: day(now()), edition }
  const periods = await bulletinPeriods(asked, period, { batches: all, now: now() })
  return bulletinOf({
    figures: await bulletinFigures(asked, period, { found: periods, batches: all }),
    place,
    platform: config.title,
    publicUrl: config.publicUrl,
    asOf: asOfBasis(all, period, edition),
    isSample: await isSampleDatabase(db),
  })
}

/** Composes a bulletin from one state of official data: starts again if a batch was added while it read the figures. */
async function settled(asked: Asked): Promise<{ bulletin: Bulletin; basis: readonly string[] }> {
  const { query, services, all, edition } = asked
  const basis = basisOf(all, query, edition)
  const bulletin = await drawn(asked)
  if (edition !== undefined) return { bulletin, basis }
  const now = await batches(services.db, {})
  return basisOf(now, query).join() === basis.join() ? { bulletin, basis } : settled({ ...asked, all: now })
}

/** The PDF of a bulletin: as it was issued, or issued now. A draft has no code and is not kept. */
async function pdfOf(asked: Asked): Promise<Uint8Array> {
  const { query, user, services, place, all, edition } = asked
  const key = { year: query.year, quarter: query.quarter, reach: reachKey(user, place) }
  const issued = await issuedBulletin(services.db, { ...key, basis: basisOf(all, query, edition) })
  if (issued) return issued
  const { bulletin, basis } = await settled(asked)
  if (bulletin.isDraft) return writtenBulletin(services.documents, 'pdf', bulletin)
  const page = figuresPage(place, 'scale', query)
  return issueBulletin({ ...key, basis }, { bulletin, subject: place.name, page }, issuing(services))
}

/**
 * The bulletin of a quarter for a caller's place, of today or as of a batch or moment. The PDF of a published period is
 * issued once with a code, and stays the same to the byte until a revision of its figures.
 * @throws HttpError 404 for a period without a batch, and for a batch that there is not
 */
export async function quarterBulletin(query: Query, user: Caller, services: DocumentServices) {
  const { db, documents } = services
  const { year, quarter, provinceCode, format = 'pdf' } = query
  const [place, all] = await Promise.all([placeOf(db, user, provinceCode), batches(db, {})])
  const edition = await askedEdition(all, query, services)
  const asked: Asked = { query, user, services, place, all, edition }
  const isWord = format === 'docx'
  return {
    fileName: `季度通报-${place.name}-${year}Q${quarter}.${format}`,
    contentType: isWord ? WORD : 'application/pdf',
    content: isWord
      ? await writtenBulletin(documents, 'word', (await settled(asked)).bulletin)
      : await pdfOf(asked),
  }
}
