// The batch of the example: who applies, who reviews, and what the experts find. All of it is invented.

/** A project, by its number in the batch. */
export interface Application {
  no: string
  name: string
  /** Accounts of the applicant and of the office that recommends it. */
  applicant: string
  recommender: string
  /** Another unit that applies with it. */
  unionUnit?: string
  /** A person who answers for a task of the implementation plan. */
  responsible?: string
}

const YANCHI = { applicant: 'enterprise_yc', recommender: 'province_nx' } as const
const YANCHI_BY_GROUP = { applicant: 'enterprise_yc', recommender: 'group_spic' } as const
const SHUNYI = { applicant: 'enterprise_sy', recommender: 'province_bj' } as const

export const APPLICATIONS: readonly Application[] = [
  { no: '01', name: '盐池县高沙窝构网型储能示范', ...YANCHI },
  { no: '02', name: '盐池县大水坑混合储能示范', ...YANCHI, unionUnit: '西北电力试验研究院' },
  { no: '03', name: '盐池县惠安堡长寿命锂电示范', ...YANCHI },
  { no: '04', name: '盐池县麻黄山风储协同示范', ...YANCHI },
  { no: '05', name: '盐池县王乐井低温储能示范', ...YANCHI },
  { no: '06', name: '盐池县冯记沟浸没冷却示范', ...YANCHI, responsible: '周海宁' },
  { no: '07', name: '盐池县青山乡共享储能示范', ...YANCHI_BY_GROUP },
  { no: '08', name: '盐池县花马池调频储能示范', ...YANCHI_BY_GROUP },
  { no: '09', name: '顺义区杨镇光储直柔示范', ...SHUNYI },
  { no: '10', name: '顺义区牛栏山用户侧储能示范', ...SHUNYI },
  { no: '11', name: '顺义区南彩数据中心储能示范', ...SHUNYI },
  { no: '12', name: '顺义区李桥充换电储能示范', ...SHUNYI },
]

/** Accounts of the nine experts, and their names in the pool. */
export const EXPERTS: Readonly<Record<string, string>> = {
  expert01: '何志远',
  expert02: '陈立群',
  expert05: '赵文博',
  expert03: '周海宁',
  expert06: '孙雅琴',
  expert07: '刘建勋',
  expert: '评审专家',
  expert09: '高翔宇',
  expert10: '郑晓岚',
}

export interface Team {
  name: string
  /** Accounts, the leader first. */
  experts: readonly string[]
  projects: readonly string[]
}

/** The groups of the primary review. Two experts look at each project. */
export const PRIMARY_TEAMS: readonly Team[] = [
  { name: '初评一组', experts: ['expert02', 'expert01', 'expert05'], projects: ['01', '02', '03', '04'] },
  { name: '初评二组', experts: ['expert06', 'expert03', 'expert07'], projects: ['05', '06', '07', '08'] },
  { name: '初评三组', experts: ['expert10', 'expert', 'expert09'], projects: ['09', '10', '11', '12'] },
]
export const EXPERTS_PER_PROJECT = 2

/** One of the experts of this project is a relative of the applicant, and says so. */
export const RECUSED = '10'

/** Totals of the two sheets of each project. Below 70 on average it fails. */
export const PRIMARY_TOTALS: Readonly<Record<string, readonly [number, number]>> = {
  '01': [90, 86],
  '02': [82, 80],
  '03': [84, 88],
  '04': [66, 62],
  '05': [81, 83],
  '06': [79, 85],
  '07': [88, 90],
  '08': [69.5, 70],
  '09': [83, 81],
  '10': [76, 78],
  '11': [72, 74],
  '12': [58, 64],
}
export const PASS_FROM = 70

/** A project of the excellence review: totals and safety of its sheets in the order of the experts, and who recommends it. */
export interface Judged {
  no: string
  totals: readonly number[]
  safety: readonly number[]
  recommendedBy: readonly string[]
}

export interface ExcellenceTeam {
  name: string
  experts: readonly string[]
  /** How many are selected. */
  quota: number
  judged: readonly Judged[]
}

/** Experts and projects of a conflict are in different groups, so that every project gets all sheets. */
export const EXCELLENCE_TEAMS: readonly ExcellenceTeam[] = [
  {
    name: '优选一组',
    experts: ['expert02', 'expert05', 'expert06', 'expert07', 'expert01'],
    quota: 3,
    judged: [
      {
        no: '01',
        totals: [92, 90, 88.5, 91, 95],
        safety: [22, 22.5, 21.5, 22, 23],
        recommendedBy: ['expert02', 'expert05', 'expert06', 'expert07', 'expert01'],
      },
      {
        no: '03',
        totals: [86, 87, 88, 84.5, 90],
        safety: [21, 21.5, 21, 20.5, 22],
        recommendedBy: ['expert02', 'expert05', 'expert06', 'expert07'],
      },
      {
        no: '05',
        totals: [85, 86, 84, 87, 70],
        safety: [20, 20.5, 20, 21, 18],
        recommendedBy: ['expert02', 'expert05', 'expert01'],
      },
      {
        no: '06',
        totals: [84, 86, 85, 95, 80],
        safety: [22, 22, 22, 23, 21],
        recommendedBy: ['expert06', 'expert07'],
      },
      { no: '10', totals: [78, 80.5, 82, 79, 81.5], safety: [19, 19, 19.5, 19, 20], recommendedBy: [] },
    ],
  },
  {
    name: '优选二组',
    experts: ['expert03', 'expert', 'expert09', 'expert10'],
    quota: 2,
    judged: [
      {
        no: '02',
        totals: [84, 86, 85, 82.5],
        safety: [21, 20.5, 21, 21.5],
        recommendedBy: ['expert', 'expert10'],
      },
      {
        no: '07',
        totals: [90, 88, 91, 87],
        safety: [23, 22.5, 23, 22],
        recommendedBy: ['expert03', 'expert', 'expert09', 'expert10'],
      },
      {
        no: '09',
        totals: [86, 83, 84.5, 84],
        safety: [22, 21.5, 22, 22.5],
        recommendedBy: ['expert03', 'expert09'],
      },
      { no: '11', totals: [70, 75, 72, 73], safety: [18, 18.5, 18, 18], recommendedBy: [] },
    ],
  },
]
