import type { operations } from '@xinchu/contract/schema'
import { day } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { isSampleDatabase } from '../../platform/sample.ts'
import { placeOf } from '../../statistics/figure-place.ts'
import { type DocumentServices, WORD } from '../document-services.ts'
import { bulletinOf } from './bulletin.ts'
import { bulletinFigures } from './figures.ts'
import { writtenBulletin } from './written.ts'

type Query = operations['downloadBulletin']['parameters']['query']

/** The bulletin of a quarter for a caller's place. @throws HttpError 404 for a period without a batch */
export async function quarterBulletin(query: Query, user: Caller, services: DocumentServices) {
  const { db, config, documents, now } = services
  const { year, quarter, provinceCode, format = 'pdf' } = query
  const place = await placeOf(db, user, provinceCode)
  const figures = await bulletinFigures({ db, user, place, today: day(now()) }, { year, quarter }, now())
  const bulletin = bulletinOf({
    figures,
    place,
    platform: config.title,
    publicUrl: config.publicUrl,
    isSample: await isSampleDatabase(db),
  })
  const isWord = format === 'docx'
  return {
    fileName: `季度通报-${place.name}-${year}Q${quarter}.${format}`,
    contentType: isWord ? WORD : 'application/pdf',
    content: await writtenBulletin(documents, isWord ? 'word' : 'pdf', bulletin),
  }
}
