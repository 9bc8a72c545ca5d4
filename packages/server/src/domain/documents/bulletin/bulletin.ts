import { createHash } from 'node:crypto'
import { isPublished, PERIOD_STATUS, quarterName, restatementText } from '@xinchu/validators'
import { momentOf } from '../../../runtime/time.ts'
import { SAMPLE_MARK } from '../../platform/sample.ts'
import { type BulletinPlace, PAGES } from '../../statistics/figure-place.ts'
import { dateWords } from '../official/figures.ts'
import { Annexes } from './annexes.ts'
import type { BulletinFigures, PeriodFigures } from './figures.ts'
import { figuresPage } from './figures-page.ts'
import type { Bulletin, Section } from './model.ts'
import { placeSection } from './place-section.ts'
import { scaleSection } from './sections.ts'
import { type Source, Sources } from './sources.ts'
import { reportSection, usageSection } from './usage-section.ts'
import { plain, type SourceName, text, type Writing } from './writing.ts'

/** Rises with each change of what a bulletin says or how. */
const TEMPLATE = 'v8'

export interface BulletinSource {
  figures: BulletinFigures
  place: BulletinPlace
  platform: string
  publicUrl: string
  /** The batch or moment as of which its links show the figures. */
  asOf: string | undefined
  isSample: boolean
}

interface Form {
  name: string
  of: PeriodFigures | undefined
  page: keyof BulletinPlace['pages']
  by?: string
  /** The figure whose rows the link opens. */
  rows?: string
}

function sourceOf({ figures, place, publicUrl, asOf }: BulletinSource, form: Form): Source {
  const { period, total, usage } = form.of ?? figures.now
  const isReported = form.page === 'usage'
  const page = figuresPage(place, form.page, period, { asOf, rows: form.rows })
  const basis = isReported
    ? '国家已确认并入库的季报，均值按功率加权，中位数逐站计算'
    : '入库数据，在运（含停运）'
  const at = `${quarterName(period)}${isReported ? '' : '末'}`
  return {
    name: form.name,
    conditions: `${at}；${place.name}；${basis}${form.by ? `；按${form.by}` : ''}`,
    period,
    rows: isReported ? (usage?.dueProjects ?? 0) : total.projectCount,
    page: page.slice(PAGES.length),
    address: `${publicUrl}${page}`,
  }
}

function sourcesOf(source: BulletinSource): Record<SourceName, Source> {
  const { now, before, lastYear } = source.figures
  const scale = (name: string, of = now as PeriodFigures | undefined, more: Partial<Form> = {}) =>
    sourceOf(source, { name, of, page: 'scale', ...more })
  const usage = (name: string, of = now as PeriodFigures | undefined, more: Partial<Form> = {}) =>
    sourceOf(source, { name, of, page: 'usage', ...more })
  return {
    now: scale('在运项目、累计功率与能量、平均时长、新增功率', now, { rows: 'ratedPower' }),
    before: scale('上季度末规模，及环比的基数', before, { rows: 'ratedPower' }),
    lastYear: scale('上年同期规模，及同比的基数', lastYear, { rows: 'ratedPower' }),
    years: scale('年末累计功率与当年新增', now, { by: '投运年度' }),
    durations: scale('储能时长构成', now, { by: '时长分档' }),
    durationsLastYear: scale('上年同期储能时长构成', lastYear, { by: '时长分档' }),
    groups: scale('六大区域规模与占比', now, { by: '区域' }),
    groupsLastYear: scale('上年同期六大区域规模', lastYear, { by: '区域' }),
    places: scale('各地区规模、占比与位次', now, { by: '地区' }),
    placesLastYear: scale('上年同期各地区规模与位次', lastYear, { by: '地区' }),
    usage: usage('等效利用小时及中位数、电量、效率与报送', now),
    usageBefore: usage('上季度运行指标，及环比的基数', before),
    usageLastYear: usage('上年同期运行指标，及同比的基数', lastYear),
    scenarios: usage('各应用场景运行指标及中位数', now, { by: '应用场景' }),
    usagePlaces: usage('各地区运行与报送情况', now, { by: '地区' }),
  }
}

/** Which of the figures are provisional, continued or revised. */
function statusText(sources: readonly Source[]): string {
  const statuses = [...new Set(sources.map(({ period }) => period.status))]
  const texts = statuses.map((status) => {
    const of = [
      ...new Set(
        sources.filter(({ period }) => period.status === status).map(({ period }) => quarterName(period)),
      ),
    ]
    return `${of.join('、')}为${PERIOD_STATUS[status]}`
  })
  return `数据状态：${texts.join('，')}。`
}

/** The first section of a revised bulletin: figures before and after each revision, and its reason. */
function revisionSection({ revisions }: BulletinFigures): Section[] {
  if (revisions.length === 0) return []
  return [{ title: '修订说明', blocks: revisions.map((each) => text(plain(restatementText(each)))) }]
}

/** A bulletin of figures. The same figures of the same batch give the same bulletin. */
export function bulletinOf(source: BulletinSource): Bulletin {
  const { figures, place, platform, publicUrl, isSample } = source
  const { period } = figures.now
  const sources = new Sources()
  const annexes = new Annexes()
  const writing: Writing = { place, figures, sources, annexes, from: sourcesOf(source) }
  const sections = [
    ...revisionSection(figures),
    scaleSection(writing),
    placeSection(writing),
    usageSection(writing),
    reportSection(writing),
  ]
  const content = {
    title: `${place.name}新型储能发展情况季度通报`,
    platform,
    issue: [quarterName(period), platform, `数据入库 ${dateWords(period.storedAt)}`] as const,
    isDraft: sources.all.some(({ period: each }) => !isPublished(each)),
    mark: isSample ? SAMPLE_MARK : '',
    sections,
    annexes: annexes.all,
    sources: sources.grid(),
  }
  const digest = createHash('sha256')
    .update(JSON.stringify({ TEMPLATE, ...content }))
    .digest('hex')
  return {
    ...content,
    notes: [
      statusText(sources.all),
      '占比因四舍五入，合计可能不等于 100%。增长与差按未舍入的数计算。居中一半电站为第 25 至第 75 百分位；不足 5 座电站的不列中位数。行数为规模类的在运项目数、报送类的应报项目数。',
      `链接为 ${publicUrl}${PAGES} 之下的页面，须登录后查看。`,
      `内容摘要 sha256 ${digest}`,
    ],
    foot: [
      '上标编号对应文末“数据出处”，逐一列出条件、入库批次、行数与链接。',
      `由快照 ${period.batch ?? ''} 生成，模板 ${TEMPLATE}，内容摘要 sha256 ${digest.slice(0, 8)}…${digest.slice(-8)}；同一快照与模板逐字节可复现。`,
    ],
    digest,
    date: momentOf(period.storedAt ?? '2000-01-01 00:00:00'),
  }
}
