import { example, type ReplyOf } from '@xinchu/testing'
import { on } from './network.ts'

type Task = ReplyOf<'getPrimaryExpertList'>['content'][number]
type Index = ReplyOf<'getAssessCatalogue'>[number]

const index = (id: number, code: string, indexName: string, fullScore: number): Index => ({
  id,
  code,
  indexName,
  indexLevel: 2,
  stage: 'PRIMARY',
  fullScore,
  scoreRule: `${fullScore / 2}–${fullScore} 分：完备；0–${fullScore / 2 - 1} 分：不足`,
  sort: id,
  version: 1,
  enabled: true,
})

export const catalogue: Index[] = [
  {
    ...index(1, 'A2', '安全可靠性', 16),
    indexLevel: 1,
    children: [index(11, 'A2-1', '本体安全与热失控防护', 10), index(12, 'A2-2', '消防与应急', 6)],
  },
]

export const scoreTask: Task = {
  projectId: 2001,
  demoCode: 'DEMO202602001',
  projectName: '盐池县100MW/500MWh全钒液流储能示范项目',
  companyName: '宁夏盐池液流储能有限公司',
  techType: '03',
  stage: 'PRIMARY',
  groupId: 301,
  groupName: '第一组',
  assignStatus: '0',
  assignStatusLabel: '待评',
  deadline: '2099-09-18 18:00:00',
}

/** Answers all reads of the scoring page. */
export function answerScoring(task: Task = scoreTask): void {
  on('getPrimaryExpertList', () => ({ content: [task], totalElements: 1 }))
  on('getExcellentExpertList', { content: [], totalElements: 0 })
  on('getAssessCatalogue', catalogue)
  on('getDemoProject', () => example('getDemoProject'))
  on('getDemoOutline', () => example('getDemoOutline'))
  on('getIndexValueDraft', () => new Response(null, { status: 204 }))
}
