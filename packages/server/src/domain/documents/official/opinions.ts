import type { components } from '@xinchu/contract/schema'
import { figure } from './figures.ts'
import type { Block, TableBlock } from './model.ts'

type Schemas = components['schemas']
type Row = Schemas['ResultRow']
type Opinion = Schemas['ExpertOpinion']

const commentIn = ({ indexName, score, fullScore, comment }: Schemas['ItemComment']): string =>
  `${indexName}（${figure(score)}/${figure(fullScore)}）：${comment}`

type Words = (opinion: Opinion) => string

const opinionAlone: Words = ({ opinion }) => opinion?.trim() || '—'

/** The opinion as it was written, and below it the comments on single indices. */
const withComments: Words = (opinion) =>
  [
    opinionAlone(opinion),
    ...(opinion.comments.length > 0 ? ['分项评语：', ...opinion.comments.map(commentIn)] : []),
  ].join('\n')

function opinionTable({ demoCode, opinions = [] }: Row, isBrief: boolean): TableBlock {
  const words = isBrief ? opinionAlone : withComments
  return {
    kind: 'table',
    caption: `${demoCode} 专家意见`,
    columns: [
      { caption: '专家', share: 11, align: 'center' },
      { caption: '结论', share: 17, align: 'center' },
      { caption: isBrief ? '评审意见' : '评审意见与分项评语', share: 72 },
    ],
    rows: opinions.map((opinion) => [
      `专家${opinion.expertNo}`,
      opinion.conclusionLabel ?? '—',
      words(opinion),
    ]),
  }
}

/**
 * The experts' opinions on the projects of a group, under their numbers; if brief without the comments on single
 * indices. Nothing if the reader may not see it.
 */
export function opinionBlocks(rows: readonly Row[], isBrief = false): Block[] {
  const written = rows.filter(({ opinions }) => opinions !== undefined)
  if (written.length === 0) return []
  return [
    { kind: 'heading', level: 2, text: '专家意见' },
    ...written.flatMap((row): Block[] => [
      { kind: 'heading', level: 3, text: row.projectName },
      { kind: 'text', text: `评审结论：${row.conclusionText || '无'}。` },
      opinionTable(row, isBrief),
    ]),
  ]
}
