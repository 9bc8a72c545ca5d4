import type { components, operations } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../errors.ts'
import { dateTime } from '../../runtime/time.ts'
import { CSV, CSV_START, csvLine } from '../../workbook/index.ts'
import type { BatchKey } from '../pilot-review/public-pilots.ts'
import { publicList as readPublicList } from '../pilot-review/publicity.ts'
import { SAMPLE_MARK } from '../platform/sample.ts'
import { announcedListPdf, countPublicLoad } from './announcement-documents.ts'
import { type DocumentServices, sendPdf } from './document-services.ts'
import { type PublicRow, publicList } from './official/public-list.ts'

type Query = operations['downloadPublicDemoList']['parameters']['query']
type Listed = components['schemas']['PublicDemoList']
type Publicity = components['schemas']['Publicity']

/** A list whose publicity has begun. */
type Begun = Listed & { publicity: Publicity }

function stateOf({ announced, quit, cancelledOn }: components['schemas']['PublicDemo']): string {
  if (cancelledOn !== undefined) return '已取消拟入选资格'
  if (quit) return '已退出'
  return announced ? '入选' : '拟入选'
}

const rowsOf = ({ content }: Listed): PublicRow[] =>
  content.map((project) => ({
    code: project.demoCode,
    name: project.projectName,
    company: project.companyName ?? '—',
    recommender: project.recommendOrgName ?? '—',
    province: project.provinceName ?? '—',
    techType: project.techTypeLabel ?? '—',
    power: project.ratedPower,
    energy: project.ratedEnergy,
    state: stateOf(project),
    cancelledOn: project.cancelledOn,
  }))

const batchText = ({ batchYear, batchNo }: BatchKey) => `${batchYear}年第${batchNo}批`

/** Code of the newest issue of the announced list. */
async function codeOfList(db: Db, { batchYear, batchNo }: BatchKey): Promise<string | undefined> {
  const issued = await db
    .selectFrom('issued_document')
    .select('code')
    .where('kind', '=', 'ANNOUNCED_LIST')
    .where('project_id', 'is', null)
    .where('year', '=', batchYear)
    .where('submission_no', '=', batchNo)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return issued?.code
}

const HEADS = ['项目编号', '项目名称', '申报单位', '推荐单位', '省份', '技术路线']
const FIGURES = ['额定功率（MW）', '额定能量（MWh）', '状态', '取消日期']

async function csvFile(list: Begun, name: string, { db, config, now }: DocumentServices) {
  const { publicity, announced, announceNo = '', announceDate = '' } = list
  const code = announced ? await codeOfList(db, publicity) : undefined
  const about = [
    `${batchText(publicity)}试点示范项目${announced ? '公布' : '公示'}名单`,
    announced
      ? `${announceDate} 公布，${announceNo}`
      : `公示期 ${publicity.startTime.slice(0, 10)} 至 ${publicity.endTime.slice(0, 10)}`,
    `共 ${list.content.length} 项`,
    `取数 ${dateTime(now())}`,
    ...(code ? [`公布名单核验码 ${code}`] : []),
    ...(config.sampleData ? [SAMPLE_MARK] : []),
  ].join(' · ')
  const lines = rowsOf(list).map((row) => {
    const { code: number, name: title, company, recommender, province, techType, power, energy } = row
    return csvLine([
      ...[number, title, company, recommender, province, techType],
      ...[power, energy, row.state, row.cancelledOn],
    ])
  })
  const content = `${CSV_START}${csvLine([about])}${csvLine([...HEADS, ...FIGURES])}${lines.join('')}`
  return { fileName: `${name}.csv`, contentType: CSV, content: Buffer.from(content) }
}

function pdfOf(list: Begun, name: string, services: DocumentServices) {
  const { config, now } = services
  const moment = dateTime(now())
  const notice = config.sampleData ? SAMPLE_MARK : undefined
  const drawn = publicList({
    batch: batchText(list.publicity),
    start: list.publicity.startTime.slice(0, 10),
    end: list.publicity.endTime.slice(0, 10),
    rows: rowsOf(list),
    platform: config.title,
    watermark: [config.title, moment.slice(0, 10), ...(notice ? [notice] : [])].join('　'),
    notice,
    now: now(),
    moment,
  })
  return sendPdf(name, drawn, undefined, services)
}

/**
 * The public list of a batch as a file, for everybody; once announced, the PDF is the announced list with its code.
 * @throws HttpError 404 before the publicity, 429
 */
export async function publicListFile(query: Query, address: string, services: DocumentServices) {
  const { batchYear, batchNo, format = 'csv' } = query
  const batch = { batchYear, batchNo }
  await countPublicLoad(services.db, address)
  const { publicity, ...list } = await readPublicList(services.db, batch, services.now())
  if (!publicity) throw notFound('公示名单')
  const begun = { ...list, publicity }
  const name = `${list.announced ? '公布' : '公示'}名单-${batchText(batch)}`
  if (format === 'csv') return csvFile(begun, name, services)
  return list.announced ? announcedListPdf(batch, services) : pdfOf(begun, name, services)
}
