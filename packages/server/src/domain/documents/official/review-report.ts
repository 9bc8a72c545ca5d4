import type { components } from '@xinchu/contract/schema'
import {
  type AnnouncementSource,
  announcementDate,
  announcementFacts,
  countTable,
  type ReportedObjection,
} from './announcement.ts'
import { dateWords } from './figures.ts'
import type { Block, OfficialDocument, TableBlock } from './model.ts'
import { opinionBlocks } from './opinions.ts'
import { rankTable, reasonTable, STAGES, scoreTable } from './scores.ts'

type Schemas = components['schemas']
type Group = Schemas['ResultGroup']
type Results = Schemas['ReviewResults']

export interface ReviewReportSource extends AnnouncementSource {
  primary: Results
  excellent: Results
  objections: readonly ReportedObjection[]
}

/** The feedback to projects of a group that were not selected; none if there is nothing to say. */
function feedbackBlocks({ groupName, rows }: Group): Block[] {
  const given = rows.flatMap(({ demoCode, projectName, feedback }) =>
    feedback ? [[`${demoCode}\n${projectName}`, feedback]] : [],
  )
  if (given.length === 0) return []
  return [
    {
      kind: 'table',
      caption: `${groupName}反馈意见`,
      columns: [
        { caption: '项目', share: 32 },
        { caption: '反馈意见', share: 68 },
      ],
      rows: given,
    },
  ]
}

const groupHead = ({ groupName, rows, experts, quota }: Group, isRanked: boolean): Block[] => [
  { kind: 'heading', level: 2, text: groupName },
  {
    kind: 'text',
    text: `本组项目 ${rows.length} 项，专家 ${experts.length} 位${isRanked && quota !== undefined ? `，入选名额 ${quota} 项` : ''}。`,
  },
]

const primaryBlocks = ({ groups = [] }: Results): Block[] => [
  { kind: 'heading', level: 1, text: '初评结果' },
  ...(groups.length === 0 ? [{ kind: 'text', text: '没有可列的初评结果。' } as const] : []),
  ...groups.flatMap((group) => [...groupHead(group, false), scoreTable(group), ...feedbackBlocks(group)]),
]

const excellentBlocks = ({ groups = [] }: Results): Block[] => [
  { kind: 'heading', level: 1, text: '优选结果' },
  ...groups.flatMap((group) => [
    ...groupHead(group, true),
    rankTable(group),
    reasonTable(group),
    ...feedbackBlocks(group),
  ]),
]

/** The opinions of a stage on all projects. The comments on single indices are in the score summary of the stage. */
const opinionsOf = ({ groups = [] }: Results, stage: keyof typeof STAGES): Block[] =>
  groups.flatMap(({ groupName, rows }) => {
    const [, ...blocks] = opinionBlocks(rows, true)
    if (blocks.length === 0) return []
    return [{ kind: 'heading', level: 2, text: `${STAGES[stage]}：${groupName}` } as const, ...blocks]
  })

const objectionTable = (objections: readonly ReportedObjection[]): TableBlock => ({
  kind: 'table',
  caption: '异议的核实与答复',
  columns: [
    { caption: '项目', share: 25 },
    { caption: '转办内容', share: 25 },
    { caption: '核实意见', share: 25 },
    { caption: '答复', share: 25 },
  ],
  rows: objections.map(({ code, project, forwarded, verification, answer, cancelReason }) => [
    `${code}\n${project}`,
    forwarded,
    verification,
    cancelReason ? `${answer}\n取消拟入选资格：${cancelReason}` : answer,
  ]),
})

function objectionBlocks({ objections, announcement: { counts } }: ReviewReportSource): Block[] {
  const others = counts.objections - objections.length
  const rest = others > 0 ? `，其中 ${others} 件未转办（不予受理、撤回或待转办）` : ''
  return [
    { kind: 'heading', level: 1, text: '异议与答复' },
    {
      kind: 'text',
      text:
        counts.objections === 0 ? '公示期未收到异议。' : `公示期收到异议 ${counts.objections} 件${rest}。`,
    },
    ...(objections.length > 0 ? [objectionTable(objections)] : []),
  ]
}

/** The report on the review of a batch; before the announcement a draft. Experts are numbers, objectors are not named. */
export function reviewReport(source: ReviewReportSource): OfficialDocument {
  const { announcement, platform, watermark, edition, primary, excellent } = source
  const { batch, announced } = announcement
  return {
    title: '新型储能试点示范项目评审结果报告',
    subject: `${batch}试点示范项目`,
    platform,
    cover: {
      facts: announcementFacts({ announcement, ...(edition ? { edition } : {}) }),
      date: announced ? dateWords(announced.date) : '草稿',
    },
    hasContents: true,
    blocks: [
      { kind: 'heading', level: 1, text: '评审概况' },
      {
        kind: 'text',
        text: `本报告汇总${batch}新型储能试点示范项目的评审过程与结果。专家以代号列出，同一组内各项目的代号一致；评审方法、各份评分与分项评语见两个阶段的评分汇总。`,
      },
      countTable(announcement),
      ...primaryBlocks(primary),
      ...excellentBlocks(excellent),
      ...objectionBlocks(source),
      { kind: 'heading', level: 1, text: '专家意见' },
      ...opinionsOf(primary, 'PRIMARY'),
      ...opinionsOf(excellent, 'EXCELLENT'),
      { kind: 'heading', level: 1, text: '评分封存' },
      {
        kind: 'text',
        text: `初评摘要树的根：${primary.root ?? '无'}；启封时间：${primary.openedAt ?? '无'}。`,
      },
      {
        kind: 'text',
        text: `优选摘要树的根：${excellent.root ?? '无'}；启封时间：${excellent.openedAt ?? '无'}。`,
      },
    ],
    watermark,
    isDraft: announced === undefined,
    date: announcementDate(source),
  }
}
