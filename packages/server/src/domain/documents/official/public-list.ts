import { dateWords, figure } from './figures.ts'
import type { OfficialDocument } from './model.ts'

/** A project of the public list. Power in MW, energy in MWh. */
export interface PublicRow {
  code: string
  name: string
  company: string
  recommender: string
  province: string
  techType: string
  power: number | undefined
  energy: number | undefined
  /** Such as 拟入选. */
  state: string
  /** Day on which it was cancelled. */
  cancelledOn: string | undefined
}

export interface PublicListSource {
  /** Such as 2026年第1批. */
  batch: string
  start: string
  end: string
  rows: readonly PublicRow[]
  platform: string
  watermark: string
  /** Mark of sample data. */
  notice: string | undefined
  now: Date
  /** Day and time of the figures. */
  moment: string
}

/** The list of a batch under publicity. It has no code, because its end is the announcement. */
export function publicList({ rows, ...source }: PublicListSource): OfficialDocument {
  const { batch, start, end, platform, watermark, notice, now, moment } = source
  const left = rows.filter(({ cancelledOn }) => cancelledOn !== undefined).length
  const counts = `列出项目 ${rows.length} 项${left > 0 ? `，其中已取消拟入选资格 ${left} 项` : ''}。`
  return {
    title: '新型储能试点示范项目公示名单',
    subject: `${batch}试点示范项目`,
    platform,
    cover: {
      facts: [
        ['申报批次', batch],
        ['公示期', `${dateWords(start)}至 ${dateWords(end)}`],
        ['列出项目', `${rows.length} 项`],
        ...(notice ? [['说明', notice] as const] : []),
      ],
      date: dateWords(moment.slice(0, 10)),
    },
    hasContents: false,
    blocks: [
      { kind: 'heading', level: 1, text: '公示项目' },
      { kind: 'text', text: `${counts}取数时间 ${moment}，以平台公示页为准。${notice ? `${notice}。` : ''}` },
      {
        kind: 'table',
        caption: '公示项目',
        columns: [
          { caption: '序号', share: 7, align: 'center' },
          { caption: '项目', share: 30 },
          { caption: '申报单位、地点', share: 21 },
          { caption: '推荐单位', share: 16 },
          { caption: '技术路线', share: 12 },
          { caption: '规模\nMW / MWh', share: 14, align: 'center' },
        ],
        rows: rows.map((row, at) => [
          String(at + 1),
          `${row.name}${row.cancelledOn ? `（${row.state} ${row.cancelledOn}）` : ''}\n${row.code}`,
          `${row.company}\n${row.province}`,
          row.recommender,
          row.techType,
          `${figure(row.power)} / ${figure(row.energy)}`,
        ]),
        note: '按项目编号排列，不分名次。',
      },
    ],
    watermark,
    isDraft: false,
    date: now,
  }
}
