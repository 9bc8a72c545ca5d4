import type { components } from '@xinchu/sdk/schema'
import { momentOf } from '../../../runtime/time.ts'
import { dateWords, figure } from './figures.ts'
import type { Block, Issue, OfficialDocument, TableBlock } from './model.ts'

type Schemas = components['schemas']
type Group = Schemas['ResultGroup']
type ResultRow = Schemas['ResultRow']

/** Input of a score summary: the opened results of a stage, with the experts as numbers. */
export interface ScoreSource {
  results: Schemas['ReviewResults'] & { openedAt: string; groups: Group[] }
  platform: string
  /** Name and date in the watermark. */
  reader: { name: string; date: string }
  issue?: Issue
}

const METHOD = [
  '各项目由所在专家组的专家独立评分，满分 100 分。评分提交即封存，全部评分提交并经组长确认、平台申请、国家主管部门确认后一次启封。',
  '一个项目的评分不少于 5 份时，去掉一个最高分和一个最低分后取平均，即去极值均分；3 份或 4 份时不去；不足 3 份的不排名。同为最高（最低）分的，去掉专家代号较小的一份。',
  '名次依次比较去极值均分、推荐人数、安全性均分和示范项目编号。均分以分数精确比较，四舍五入到四位小数仅用于显示。',
  '专家以代号列出，同一组内各项目的代号一致。偏离与评分倾向仅作提示，不改变评分。',
]

const DROPPED = { HIGHEST: '最高，不计', LOWEST: '最低，不计' } as const

/** Formats a score for the table. A dropped score is in brackets. */
const scoreIn = ({ scores }: ResultRow, expertNo: number): string => {
  const score = scores.find((each) => each.expertNo === expertNo)
  if (!score) return '—'
  return score.dropped ? `(${figure(score.total)})` : figure(score.total)
}

const four = (value: number | undefined) => (value === undefined ? '—' : value.toFixed(4))

function outcome({ adjusted, withinQuota, rank }: ResultRow): string {
  if (adjusted !== undefined) return adjusted ? '拟入选（调整）' : '未入选（调整）'
  return rank !== undefined && withinQuota ? '拟入选' : '未入选'
}

function rankTable({ groupName, experts, rows }: Group): TableBlock {
  const numbers = experts.map(({ expertNo }) => expertNo).sort((a, b) => a - b)
  const center = 'center' as const
  return {
    kind: 'table',
    caption: `${groupName}排名`,
    columns: [
      { caption: '名次', share: 8, align: center },
      { caption: '项目编号', share: 23, align: center },
      ...numbers.map((number) => ({ caption: `专家${number}`, share: 9, align: center })),
      { caption: '去极值均分', share: 15, align: center },
      { caption: '推荐', share: 8, align: center },
      { caption: '安全性', share: 12, align: center },
      { caption: '结果', share: 11, align: center },
    ],
    rows: rows.map((row) => [
      row.rank === undefined ? '—' : String(row.rank),
      row.demoCode,
      ...numbers.map((number) => scoreIn(row, number)),
      four(row.trimmedAvg),
      String(row.recommendCount),
      four(row.safety),
      outcome(row),
    ]),
    note: '括号内的评分为最高或最低，不计入去极值均分。',
  }
}

function reasonTable({ groupName, rows }: Group): TableBlock {
  return {
    kind: 'table',
    caption: `${groupName}名次理由`,
    columns: [
      { caption: '名次', share: 8, align: 'center' },
      { caption: '项目', share: 34 },
      { caption: '均分', share: 12, align: 'center' },
      { caption: '理由', share: 46 },
    ],
    rows: rows.map((row) => [
      row.rank === undefined ? '—' : String(row.rank),
      `${row.demoCode}\n${row.projectName}`,
      four(row.avg),
      [...row.reasons, ...(row.adjustedReason ? [`调整：${row.adjustedReason}`] : [])].join('；') || '—',
    ]),
  }
}

/** Every sheet of a project, under the number of its expert. */
function sheetTable(row: ResultRow): TableBlock {
  return {
    kind: 'table',
    caption: `${row.demoCode} 各份评分`,
    columns: [
      { caption: '专家', share: 20, align: 'center' },
      { caption: '总分', share: 20, align: 'center' },
      { caption: '推荐', share: 15, align: 'center' },
      { caption: '是否计入', share: 25, align: 'center' },
      { caption: '与其余均分之差', share: 30, align: 'center' },
    ],
    rows: [...row.scores]
      .sort((a, b) => a.expertNo - b.expertNo)
      .map(({ expertNo, total, recommend, dropped, difference }) => [
        `专家${expertNo}`,
        figure(total),
        recommend ? '是' : '否',
        dropped ? DROPPED[dropped] : '计入',
        four(difference),
      ]),
  }
}

const groupBlocks = (group: Group): Block[] => [
  { kind: 'heading', level: 1, text: group.groupName },
  {
    kind: 'text',
    text: `本组项目 ${group.rows.length} 项，专家 ${group.experts.length} 位${group.quota === undefined ? '' : `，入选名额 ${group.quota} 项`}。`,
  },
  { kind: 'heading', level: 2, text: '排名' },
  rankTable(group),
  { kind: 'heading', level: 2, text: '名次理由' },
  reasonTable(group),
  { kind: 'heading', level: 2, text: '各项目评分' },
  ...group.rows.flatMap((row): Block[] => [
    { kind: 'heading', level: 3, text: row.projectName },
    sheetTable(row),
  ]),
]

const STAGES = { PRIMARY: '初评', EXCELLENT: '优选' } as const

/** The score summary of a stage. It exists only after the opening. */
export function scoreDocument({ results, platform, reader, issue }: ScoreSource): OfficialDocument {
  const { batchYear, batchNo, stage, openedAt, root, groups } = results
  const batch = `${batchYear} 年第 ${batchNo} 批`
  return {
    title: `新型储能试点示范项目${STAGES[stage]}评分汇总`,
    subject: `${batch}试点示范项目`,
    platform,
    cover: {
      facts: [
        ['申报批次', batch],
        ['评审阶段', STAGES[stage]],
        ['专家组', groups.map(({ groupName }) => groupName).join('、') || '无'],
        ['项目数量', `${groups.reduce((sum, { rows }) => sum + rows.length, 0)} 项`],
        ['启封时间', openedAt],
      ],
      date: dateWords(openedAt),
    },
    hasContents: true,
    blocks: [
      { kind: 'heading', level: 1, text: '评审方法' },
      ...METHOD.map((text): Block => ({ kind: 'text', text })),
      ...groups.flatMap(groupBlocks),
      { kind: 'heading', level: 1, text: '评分封存' },
      {
        kind: 'text',
        text: '全部评分在提交时生成摘要，启封时逐份复核。摘要树的根如下，任何一份评分的增减或改动都会使其改变。',
      },
      { kind: 'text', text: root ?? '无' },
    ],
    watermark: `${reader.name}　${reader.date}`,
    isDraft: false,
    ...(issue ? { issue } : {}),
    date: momentOf(openedAt),
  }
}
