import type { components } from '@xinchu/contract/schema'
import { momentOf } from '../../../runtime/time.ts'
import type { Labels } from '../../dict/labels.ts'
import { dateWords } from './figures.ts'
import { attachmentList, basics, chapters, coverFacts, type Detail } from './materials.ts'
import type { Block, Issue, OfficialDocument, Picture, Pledge } from './model.ts'

type Outline = readonly components['schemas']['OutlineNode'][]

/** Documents of an application. MATERIALS is the bound volume of the application and the plan. */
export type DemoDocument = 'APPLICATION' | 'IMPLEMENTATION' | 'BRIEF' | 'MATERIALS'

export const documentTitles: Readonly<Record<DemoDocument, string>> = {
  APPLICATION: '新型储能试点示范项目申报书',
  IMPLEMENTATION: '新型储能试点示范项目实施方案',
  BRIEF: '新型储能试点示范项目简介',
  MATERIALS: '新型储能试点示范项目申报材料',
}

/** Input of an application's document. The same input gives the same bytes. */
export interface PilotSource {
  detail: Detail
  outlines: { application: Outline; implementation: Outline }
  labels: Labels
  platform: string
  /** The latest submission; undefined for a draft. */
  submission: { no: number; time: string } | undefined
  /** Name and date in the watermark of a reviewer's copy, instead of the applicant's. */
  reader?: { name: string; date: string }
  /** The brief's picture. */
  picture?: Picture
  issue?: Issue
}

const pledgeOf = ({ companyName, unionUnits }: Detail): Pledge => ({
  title: '真实性承诺',
  paragraphs: [
    '本单位郑重承诺：本次申报所提交的申报书、实施方案、项目简介及全部附件真实、准确、完整，不存在虚假记载、误导性陈述或重大遗漏；所涉知识产权权属清晰，不侵犯他人合法权益。',
    '本单位承诺按批复的内容、规模和进度实施示范项目，如实报送进展情况和运行数据，接受主管部门的监督检查。如有不实，愿承担由此产生的一切责任。',
    '以上内容不涉及国家秘密。',
  ],
  signers: [companyName ?? '申报单位', ...(unionUnits ?? []).map(({ name }) => name)],
})

function briefBlocks({ detail, picture }: PilotSource): Block[] {
  const { brief } = detail
  const text = (words: string | undefined): Block[] =>
    (words?.trim() ? words.split(/\n+/) : ['无']).map((line) => ({ kind: 'text', text: line.trim() }))
  const highlights = brief?.highlights ?? []
  return [
    { kind: 'heading', level: 1, text: '项目概要' },
    ...text(brief?.summary),
    ...(picture ? [{ kind: 'picture' as const, picture, caption: '项目效果图' }] : []),
    { kind: 'heading', level: 1, text: '项目简介' },
    ...text(brief?.content),
    { kind: 'heading', level: 1, text: '项目亮点' },
    ...(highlights.length > 0
      ? highlights.map((line, at): Block => ({ kind: 'text', text: `${at + 1}. ${line}` }))
      : text(undefined)),
  ]
}

function blocksOf(kind: DemoDocument, source: PilotSource): Block[] {
  const { detail, outlines, labels } = source
  const application = () => [
    ...basics(detail, labels),
    ...chapters(outlines.application, detail.application ?? {}),
    ...attachmentList(detail, labels),
  ]
  const implementation = () => chapters(outlines.implementation, detail.implementation ?? {})
  if (kind === 'APPLICATION') return application()
  if (kind === 'IMPLEMENTATION') return implementation()
  if (kind === 'BRIEF') return briefBlocks(source)
  return [
    { kind: 'part', title: '申报书' },
    ...application(),
    { kind: 'part', title: '实施方案' },
    ...implementation(),
  ]
}

/** A document of an application. */
export function pilotDocument(kind: DemoDocument, source: PilotSource): OfficialDocument {
  const { detail, labels, platform, submission, reader, issue } = source
  const date = submission?.time ?? detail.updateTime ?? detail.createTime ?? ''
  const isDraft = submission === undefined
  const mark = reader ?? { name: detail.companyName ?? '', date: date.slice(0, 10) }
  const hasPledge = kind === 'APPLICATION' || kind === 'MATERIALS'
  return {
    title: documentTitles[kind],
    subject: detail.projectName,
    platform,
    cover: { facts: coverFacts(detail, labels), date: isDraft ? '' : dateWords(date) },
    ...(hasPledge ? { pledge: pledgeOf(detail) } : {}),
    hasContents: kind !== 'BRIEF',
    blocks: blocksOf(kind, source),
    watermark: [isDraft ? '草稿' : '', mark.name, mark.date].filter(Boolean).join('　'),
    isDraft,
    ...(issue ? { issue } : {}),
    date: momentOf(date || '2000-01-01 00:00:00'),
  }
}
