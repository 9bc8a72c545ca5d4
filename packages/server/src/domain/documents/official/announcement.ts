import { momentOf } from '../../../runtime/time.ts'
import { groupedBy } from '../../grouped.ts'
import { dateWords, figure } from './figures.ts'
import type { Block, OfficialDocument, TableBlock } from './model.ts'
import { type Edition, editionFact } from './scores.ts'

/** A selected project on paper. Power in MW, energy in MWh. */
export interface AnnouncedProject {
  code: string
  name: string
  company: string
  recommender: string
  province: string
  techType: string
  category: string | undefined
  power: number | undefined
  energy: number | undefined
  hasQuit: boolean
}

/** Numbers of projects at each step of a batch, and of objections. */
export interface BatchCounts {
  applied: number
  accepted: number
  passed: number
  cancelled: number
  objections: number
  upheld: number
}

/** An objection as it was forwarded and answered, in words. */
export interface ReportedObjection {
  code: string
  project: string
  forwarded: string
  verification: string
  answer: string
  cancelReason: string | undefined
}

/** A batch with its announcement, for the documents that end it. */
export interface BatchAnnouncement {
  /** Such as 2026 年第 1 批. */
  batch: string
  projects: readonly AnnouncedProject[]
  counts: BatchCounts
  publicity: { start: string; end: string } | undefined
  /** Number and day of the announcement; undefined before it. */
  announced: { no: string; date: string } | undefined
}

export interface AnnouncementSource {
  announcement: BatchAnnouncement
  platform: string
  watermark: string
  /** Time of a draft. */
  now: Date
  edition?: Edition
}

const UNCATEGORISED = '其他'
const center = 'center' as const

/** Facts on the cover of both documents about the end of a batch. */
export const announcementFacts = ({
  announcement: { batch, announced, projects },
  edition,
}: Pick<AnnouncementSource, 'announcement' | 'edition'>): OfficialDocument['cover']['facts'] => [
  ['申报批次', batch],
  ['公布文号', announced?.no || '（公布后载明）'],
  ['公布日期', announced ? dateWords(announced.date) : '（公布后载明）'],
  [announced ? '入选项目' : '拟入选项目', `${projects.length} 项`],
  ...(edition ? [['版本', editionFact(edition)] as const] : []),
]

/** The time that both documents state. */
export const announcementDate = ({ announcement: { announced }, now }: AnnouncementSource): Date =>
  announced ? momentOf(`${announced.date} 00:00:00`) : now

/** How many projects came how far. */
export function countTable({ counts, projects, announced }: BatchAnnouncement): TableBlock {
  const left = projects.filter(({ hasQuit }) => hasQuit).length
  return {
    kind: 'table',
    caption: '各环节数目',
    columns: [
      { caption: '环节', share: 62 },
      { caption: '数目', share: 38, align: center },
    ],
    rows: [
      ['提交申报', `${counts.applied} 项`],
      ['形式审查通过', `${counts.accepted} 项`],
      ['初评通过', `${counts.passed} 项`],
      [announced ? '公布入选' : '拟入选', `${projects.length} 项`],
      ['公示期收到异议', `${counts.objections} 件`],
      ['其中异议成立', `${counts.upheld} 件`],
      ['取消拟入选资格', `${counts.cancelled} 项`],
      ...(left > 0 ? [['公布后退出', `${left} 项`]] : []),
    ],
  }
}

function opening({ batch, publicity, announced, projects }: BatchAnnouncement): string {
  const period = publicity ? `公示期为 ${dateWords(publicity.start)}至 ${dateWords(publicity.end)}。` : ''
  return announced
    ? `${batch}新型储能试点示范项目的申报、评审和公示已经结束。${period}入选项目 ${projects.length} 项，以《${announced.no}》公布。`
    : `本文件为${batch}新型储能试点示范项目公布名单的草稿。${period}拟入选项目 ${projects.length} 项，以公布的名单为准。`
}

const sizeOf = ({ power, energy }: AnnouncedProject) => `${figure(power)} / ${figure(energy)}`

function projectTable(category: string, projects: readonly AnnouncedProject[], from: number): TableBlock {
  return {
    kind: 'table',
    caption: `${category}项目`,
    columns: [
      { caption: '序号', share: 7, align: center },
      { caption: '项目', share: 29 },
      { caption: '申报单位、地点', share: 20 },
      { caption: '推荐单位', share: 17 },
      { caption: '技术路线', share: 12 },
      { caption: '规模\nMW / MWh', share: 15, align: center },
    ],
    rows: projects.map((project, at) => [
      String(from + at),
      `${project.name}${project.hasQuit ? '（已退出）' : ''}\n${project.code}`,
      `${project.company}\n${project.province}`,
      project.recommender,
      project.techType,
      sizeOf(project),
    ]),
    note: '按项目编号排列，不分名次。',
  }
}

/** The projects by category; numbers run through all of them. */
function categoryBlocks(projects: readonly AnnouncedProject[]): Block[] {
  const byCategory = groupedBy(projects, ({ category = UNCATEGORISED }) => category)
  const categories = [...byCategory].sort(
    ([a], [b]) => Number(a === UNCATEGORISED) - Number(b === UNCATEGORISED),
  )
  let from = 1
  return categories.flatMap(([category, own]): Block[] => {
    const table = projectTable(category, own, from)
    from += own.length
    return [
      { kind: 'heading', level: 2, text: category },
      { kind: 'text', text: `共 ${own.length} 项。` },
      table,
    ]
  })
}

/** The list with which a batch ends, for the public; before the announcement a draft. */
export function announcedList(source: AnnouncementSource): OfficialDocument {
  const { announcement, platform, watermark, edition } = source
  const { batch, announced, projects } = announcement
  const date = announcementDate(source)
  return {
    title: '新型储能试点示范项目公布名单',
    subject: `${batch}试点示范项目`,
    platform,
    cover: {
      facts: announcementFacts({ announcement, ...(edition ? { edition } : {}) }),
      date: announced ? dateWords(announced.date) : '草稿',
    },
    hasContents: false,
    blocks: [
      { kind: 'heading', level: 1, text: '公布情况' },
      { kind: 'text', text: opening(announcement) },
      countTable(announcement),
      { kind: 'heading', level: 1, text: announced ? '入选项目' : '拟入选项目' },
      ...(projects.length > 0
        ? categoryBlocks(projects)
        : [{ kind: 'text', text: '没有拟入选的项目。' } as const]),
    ],
    watermark,
    isDraft: announced === undefined,
    date,
  }
}
