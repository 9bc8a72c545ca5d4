import { buffer } from 'node:stream/consumers'
import { DemoStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { notFound } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { loadLabels } from '../dict/labels.ts'
import { pictureSize } from '../files/picture.ts'
import { openStored } from '../files/stored.ts'
import { pilotDetail } from '../pilot-project/detail.ts'
import { outlineOf } from '../pilot-project/outline.ts'
import { requirePilot } from '../pilot-project/query.ts'
import { type DocumentServices, readerName, sendPdf, sendWord } from './document-services.ts'
import { type DemoDocument, documentTitles, type PilotSource, pilotDocument } from './official/application.ts'
import type { Picture } from './official/model.ts'
import { latestSubmission } from './submissions.ts'

type Detail = components['schemas']['DemoProjectDetail']

/** States in which the applicant may change what was submitted. */
const DRAFTS: readonly string[] = [
  DemoStatus.draft,
  DemoStatus.returnedByRecommender,
  DemoStatus.returnedByNation,
]

/** The picture of the brief, if its file is still there and can be drawn. */
async function pictureOf({ brief }: Detail, { db, files }: DocumentServices): Promise<Picture | undefined> {
  if (!brief?.coverFile) return undefined
  const row = await db
    .selectFrom('file_info')
    .select(['storage_key', 'size'])
    .where('id', '=', brief.coverFile.id)
    .executeTakeFirst()
  const bytes = row && (await buffer(await openStored(files, row)).catch(() => undefined))
  const size = bytes && pictureSize(bytes)
  return bytes && size ? { bytes: new Uint8Array(bytes), ...size } : undefined
}

/** @throws HttpError 404 if a part of the document was never filled in */
function assertFilled(kind: DemoDocument, { application, implementation, brief }: Detail): void {
  if ((kind === 'APPLICATION' || kind === 'MATERIALS') && !application) throw notFound('申报书')
  if (kind === 'IMPLEMENTATION' && !implementation) throw notFound('实施方案')
  if (kind === 'BRIEF' && !brief) throw notFound('项目简介')
}

const outline = (partType: 'APPLICATION' | 'IMPLEMENTATION', { techType }: Detail) =>
  outlineOf({ partType, ...(techType ? { techType } : {}) })

/** Reader of a copy. The applicant's own names the applicant and the date of submission. */
const readerOf = (user: Caller, isOwn: boolean, now: Date): Pick<PilotSource, 'reader'> =>
  isOwn ? {} : { reader: { name: readerName(user), date: day(now) } }

async function sourceOf(
  projectId: number,
  kind: DemoDocument,
  user: Caller,
  services: DocumentServices,
): Promise<PilotSource> {
  const { db, config, now } = services
  const row = await requirePilot(db, projectId, user, { now: now() })
  const detail = await pilotDetail(db, row, user, now())
  assertFilled(kind, detail)
  const submission = DRAFTS.includes(row.status) ? undefined : await latestSubmission(db, 'DEMO', row.id)
  const picture = kind === 'BRIEF' ? await pictureOf(detail, services) : undefined
  return {
    detail,
    outlines: {
      application: outline('APPLICATION', detail),
      implementation: outline('IMPLEMENTATION', detail),
    },
    labels: await loadLabels(db),
    platform: config.title,
    submission,
    ...readerOf(user, row.org_id === user.orgId, now()),
    ...(picture ? { picture } : {}),
  }
}

const nameOf = (kind: DemoDocument, { demoCode }: Detail) => `${documentTitles[kind]}-${demoCode}`

type PdfQuery = operations['downloadDemoPdf']['parameters']['query']

/** The PDF of a visible project's materials, issued with a code unless they are a draft. */
export async function pilotPdf({ projectId, partType }: PdfQuery, user: Caller, services: DocumentServices) {
  const kind: DemoDocument = partType ?? 'MATERIALS'
  const source = await sourceOf(projectId, kind, user, services)
  const { detail, submission } = source
  const number = detail.demoCode
  const subject = submission && {
    kind,
    projectId,
    year: null,
    submissionNo: submission.no,
    reader: source.reader?.name ?? '',
    number,
  }
  return sendPdf(nameOf(kind, detail), pilotDocument(kind, source), subject, services)
}

type WordQuery = operations['downloadDemoWord']['parameters']['query']

/** A part of a visible project's materials for Word. */
export async function pilotWord(
  { projectId, partType }: WordQuery,
  user: Caller,
  services: DocumentServices,
) {
  const source = await sourceOf(projectId, partType, user, services)
  return sendWord(nameOf(partType, source.detail), pilotDocument(partType, source), services)
}
