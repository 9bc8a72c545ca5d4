/** Effect of a hit: EXCLUDE excludes the pair, JUDGE leaves the decision to the platform. */
export type Effect = 'EXCLUDE' | 'JUDGE'

export const CONFLICT_CODES = [
  'C-01',
  'C-02',
  'C-03',
  'C-04',
  'C-05',
  'C-06',
  'C-07',
  'C-08',
  'C-09',
  'C-10',
  'C-11',
] as const
export type ConflictCode = (typeof CONFLICT_CODES)[number]

/** One rule of the policy. The code fixes the compared data; an office approves the rest. */
export interface ConflictRule {
  code: ConflictCode
  enabled: boolean
  /** Minimum similarity, 0 to 1, of names that count as near. Only C-02. */
  threshold?: number
  /** Similarity from which a hit excludes instead of waiting for a judgement. Only C-02. */
  excludeFrom?: number
  /** Years for which an ended relationship still counts. C-01, C-08 and C-09. */
  windowYears?: number
  effect: Effect
  /** Sentence for users. {角色}, {值} and {年} are placeholders. */
  wording: string
}

/** The initial policy of a platform. */
export const FIRST_POLICY: readonly ConflictRule[] = [
  { code: 'C-01', enabled: true, windowYears: 3, effect: 'EXCLUDE', wording: '专家单位是该项目{角色}' },
  {
    code: 'C-02',
    enabled: true,
    threshold: 0.75,
    excludeFrom: 0.9,
    effect: 'JUDGE',
    wording: '专家单位与{角色}名称相近（{值}）',
  },
  { code: 'C-03', enabled: true, effect: 'EXCLUDE', wording: '专家单位与项目投资主体同属一个集团' },
  { code: 'C-04', enabled: true, effect: 'EXCLUDE', wording: '专家为联合申报人员' },
  { code: 'C-05', enabled: true, effect: 'EXCLUDE', wording: '专家单位与{角色}信用代码相同' },
  { code: 'C-06', enabled: true, effect: 'EXCLUDE', wording: '专家联系方式与{角色}相同' },
  { code: 'C-07', enabled: true, effect: 'JUDGE', wording: '专家单位与{角色}地址相同' },
  { code: 'C-08', enabled: true, windowYears: 5, effect: 'EXCLUDE', wording: '{年}年内与{角色}共同承担项目' },
  { code: 'C-09', enabled: true, windowYears: 1, effect: 'EXCLUDE', wording: '专家任职于推荐单位' },
  { code: 'C-10', enabled: true, effect: 'EXCLUDE', wording: '专家列于申报团队或{角色}' },
  { code: 'C-11', enabled: true, effect: 'EXCLUDE', wording: '专家申请回避' },
]
