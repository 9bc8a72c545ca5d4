import type { components } from '@xinchu/contract/schema'
import type { RuleCode } from '@xinchu/validators'

type DemoPart = components['schemas']['DemoPart']

/** A point of the formal check. One with rules is judged by the system, the others by a person. */
export interface FormalPoint {
  code: string
  text: string
  part: DemoPart
  /** The point is met when the project breaks none of these rules. */
  rules?: readonly RuleCode[]
}

export const FORMAL_POINTS: readonly FormalPoint[] = [
  {
    code: 'F-01',
    text: '盖章申报书、备案证明、接入意见、承诺函齐全',
    part: 'ATTACHMENTS',
    rules: ['M-011'],
  },
  {
    code: 'F-02',
    text: '申报单位名称与统一社会信用代码有效、一致',
    part: 'MASTER',
    rules: ['F-010'],
  },
  { code: 'F-03', text: '推荐单位与建设地点或投资主体相符', part: 'MASTER', rules: ['M-003'] },
  { code: 'F-04', text: '备案证明有效，地点、规模与申报一致', part: 'ATTACHMENTS' },
  { code: 'F-05', text: '关键指标不少于 3 项，写明数值与单位', part: 'APPLICATION', rules: ['M-006'] },
  {
    code: 'F-06',
    text: '里程碑不少于 3 项，投资计划合计与总投资相符',
    part: 'IMPLEMENTATION',
    rules: ['M-007', 'M-008'],
  },
  { code: 'F-07', text: '申报书与实施方案的目标、规模、进度一致', part: 'IMPLEMENTATION' },
  { code: 'F-08', text: '盖章申报书与线上填报内容一致，签章齐全', part: 'ATTACHMENTS' },
  { code: 'F-09', text: '未列入往批试点示范，未与本批其他项目重复', part: 'MASTER' },
  { code: 'F-10', text: '不含涉密内容，知识产权权属清晰', part: 'APPLICATION' },
]
