import type { components } from '@xinchu/contract/schema'
import { momentOf } from '../../../runtime/time.ts'
import { dateWords, figure } from './figures.ts'
import type { Block, Issue, OfficialDocument, TableBlock } from './model.ts'
import { opinionBlocks } from './opinions.ts'

type Schemas = components['schemas']
type Group = Schemas['ResultGroup']
type ResultRow = Schemas['ResultRow']
type Stage = Schemas['ReviewStage']

/** The edition of a document, and the one that it replaces. */
export interface Edition {
  no: number
  /** First issue of the edition before. */
  replaces?: { no: number; issuedOn: string }
  /** An earlier edition had figures that this one corrects. */
  isCorrection: boolean
}

/** Input of a score summary: the opened results of a stage, with the experts as numbers. */
export interface ScoreSource {
  results: Schemas['ReviewResults'] & { openedAt: string; groups: Group[] }
  platform: string
  /** Name and date in the watermark. */
  reader: { name: string; date: string }
  edition?: Edition
  issue?: Issue
}

const SEALING =
  '各项目由所在专家组的专家独立评分，满分 100 分。评分提交即封存，全部评分提交并经组长确认、平台申请、国家主管部门确认后一次启封。'
const SMALLER = '同为最高（最低）分的，去掉专家代号较小的一份。'

const METHOD = {
  PRIMARY: [
    SEALING,
    `一个项目的评分不少于 5 份时，去掉一个最高分和一个最低分后取平均，即去极值均分；不足 5 份时不去。${SMALLER}均分四舍五入到四位小数显示。`,
    '初评不排名。各项目是否通过由平台运营单位依据启封的评分判定，通过的进入优选。',
    '专家以代号列出，同一组内各项目的代号一致。偏离与评分倾向仅作提示，不改变评分。',
  ],
  EXCELLENT: [
    SEALING,
    `一个项目的评分不少于 5 份时，去掉一个最高分和一个最低分后取平均，即去极值均分；3 份或 4 份时不去；不足 3 份的不排名。${SMALLER}`,
    '名次依次比较去极值均分、推荐人数、安全性均分和示范项目编号。均分以分数精确比较，四舍五入到四位小数仅用于显示。',
    '专家以代号列出，同一组内各项目的代号一致。偏离与评分倾向仅作提示，不改变评分。',
  ],
} as const

const CORRECTIONS = {
  PRIMARY:
    '更正说明：第 1 版把初评的各项目一律列为“未入选”。本版改为初评的判定结果。封存的评分与各项目的初评判定没有变动。',
  EXCELLENT:
    '更正说明：第 1 版在名次理由表中把全部评分的平均列为均分。本版改为决定名次的去极值均分。封存的评分、名次与入选结果没有变动。',
} as const

const DROPPED = { HIGHEST: '最高，不计', LOWEST: '最低，不计' } as const

/** Formats a score for the table. A dropped score is in brackets. */
const scoreIn = ({ scores }: ResultRow, expertNo: number): string => {
  const score = scores.find((each) => each.expertNo === expertNo)
  if (!score) return '—'
  return score.dropped ? `(${figure(score.total)})` : figure(score.total)
}

const NOTE = '括号内的评分为最高或最低，不计入去极值均分。'

const four = (value: number | undefined) => (value === undefined ? '—' : value.toFixed(4))

/** A difference with its sign, as the screen writes it. */
const signed = (value: number | undefined) =>
  value === undefined ? '—' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`

/** Ranks and scores of a group in the excellence review. */
export function rankTable({ groupName, experts, rows }: Group): TableBlock {
  const numbers = experts.map(({ expertNo }) => expertNo).sort((a, b) => a - b)
  const center = 'center' as const
  return {
    kind: 'table',
    caption: `${groupName}排名`,
    columns: [
      { caption: '名次', share: 8, align: center },
      { caption: '项目编号', share: 27, align: center },
      ...numbers.map((number) => ({ caption: `专家${number}`, share: 9, align: center })),
      { caption: '去极值均分', share: 15, align: center },
      { caption: '推荐', share: 8, align: center },
      { caption: '安全性', share: 12, align: center },
      { caption: '结果', share: 14, align: center },
    ],
    rows: rows.map((row) => [
      row.rank === undefined ? '—' : String(row.rank),
      row.demoCode,
      ...numbers.map((number) => scoreIn(row, number)),
      four(row.trimmedAvg),
      String(row.recommendCount),
      four(row.safety),
      row.outcomeLabel ?? '—',
    ]),
    note: NOTE,
  }
}

/** Scores of the primary review, which has no ranks. */
export function scoreTable({ groupName, experts, rows }: Group): TableBlock {
  const numbers = experts.map(({ expertNo }) => expertNo).sort((a, b) => a - b)
  const center = 'center' as const
  return {
    kind: 'table',
    caption: `${groupName}评分`,
    columns: [
      { caption: '项目编号', share: 27, align: center },
      ...numbers.map((number) => ({ caption: `专家${number}`, share: 9, align: center })),
      { caption: '去极值均分', share: 15, align: center },
      { caption: '极差', share: 9, align: center },
      { caption: '安全性', share: 12, align: center },
      { caption: '结果', share: 16, align: center },
    ],
    rows: rows.map((row) => [
      row.demoCode,
      ...numbers.map((number) => scoreIn(row, number)),
      four(row.trimmedAvg),
      figure(row.spread),
      four(row.safety),
      row.outcomeLabel ?? '—',
    ]),
    note: NOTE,
  }
}

/** Why each project of a group has its rank, with adjustments. */
export function reasonTable({ groupName, rows }: Group): TableBlock {
  return {
    kind: 'table',
    caption: `${groupName}名次理由`,
    columns: [
      { caption: '名次', share: 8, align: 'center' },
      { caption: '项目', share: 34 },
      { caption: '去极值均分', share: 14, align: 'center' },
      { caption: '理由', share: 44 },
    ],
    rows: rows.map((row) => [
      row.rank === undefined ? '—' : String(row.rank),
      `${row.demoCode}\n${row.projectName}`,
      four(row.trimmedAvg),
      [...row.reasons, ...(row.adjustedReason ? [`调整：${row.adjustedReason}`] : [])].join('；') || '—',
    ]),
  }
}

/** Every sheet of a project, under the number of its expert. */
function sheetTable(row: ResultRow, stage: Stage): TableBlock {
  const isRanked = stage === 'EXCELLENT'
  return {
    kind: 'table',
    caption: `${row.demoCode} 各份评分`,
    columns: [
      { caption: '专家', share: 20, align: 'center' },
      { caption: '总分', share: 20, align: 'center' },
      ...(isRanked ? [{ caption: '推荐', share: 15, align: 'center' as const }] : []),
      { caption: '是否计入', share: 25, align: 'center' },
      { caption: '与其余均分之差', share: 30, align: 'center' },
    ],
    rows: [...row.scores]
      .sort((a, b) => a.expertNo - b.expertNo)
      .map(({ expertNo, total, recommend, dropped, difference }) => [
        `专家${expertNo}`,
        figure(total),
        ...(isRanked ? [recommend ? '是' : '否'] : []),
        dropped ? DROPPED[dropped] : '计入',
        signed(difference),
      ]),
  }
}

const sizeOf = ({ rows, experts, quota }: Group, stage: Stage): string =>
  `本组项目 ${rows.length} 项，专家 ${experts.length} 位${stage === 'PRIMARY' || quota === undefined ? '' : `，入选名额 ${quota} 项`}。`

const groupBlocks = (group: Group, stage: Stage): Block[] => [
  { kind: 'heading', level: 1, text: group.groupName },
  { kind: 'text', text: sizeOf(group, stage) },
  ...(stage === 'PRIMARY'
    ? [{ kind: 'heading', level: 2, text: '评分与结果' } as const, scoreTable(group)]
    : [
        { kind: 'heading', level: 2, text: '排名' } as const,
        rankTable(group),
        { kind: 'heading', level: 2, text: '名次理由' } as const,
        reasonTable(group),
      ]),
  { kind: 'heading', level: 2, text: '各项目评分' },
  ...group.rows.flatMap((row): Block[] => [
    { kind: 'heading', level: 3, text: row.projectName },
    sheetTable(row, stage),
  ]),
  ...opinionBlocks(group.rows),
]

/** Names of the stages in documents. */
export const STAGES = { PRIMARY: '初评', EXCELLENT: '优选' } as const

/** The edition on a cover, with the one that it replaces. */
export function editionFact({ no, replaces }: Edition): string {
  return replaces ? `第 ${no} 版，代替 ${replaces.issuedOn} 起签发的第 ${replaces.no} 版` : `第 ${no} 版`
}

/** The score summary of a stage. It exists only after the opening. */
export function scoreDocument({ results, platform, reader, edition, issue }: ScoreSource): OfficialDocument {
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
        ...(edition ? [['版本', editionFact(edition)] as const] : []),
      ],
      date: dateWords(openedAt),
    },
    hasContents: true,
    blocks: [
      { kind: 'heading', level: 1, text: '评审方法' },
      ...METHOD[stage].map((text): Block => ({ kind: 'text', text })),
      ...(edition?.isCorrection ? [{ kind: 'text', text: CORRECTIONS[stage] } as const] : []),
      ...groups.flatMap((group) => groupBlocks(group, stage)),
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
