import type { components } from '@xinchu/contract/schema'
import type { XinchuClient } from '@xinchu/sdk'
import type { Rig } from '../rig.ts'
import { readDocx } from './docx.ts'
import { readPdf } from './pdf.ts'

type Stage = components['schemas']['ReviewStage']
type Batch = components['schemas']['ReviewBatch']
type Table = readonly (readonly string[])[]

/** Sheets of a project in the order of the experts; `recommends` has the places of those who recommend it. */
export interface Sheets {
  totals: readonly number[]
  safety: readonly number[]
  recommends: readonly number[]
}

export interface JudgedProject {
  code: string
  /** In the order of the experts' numbers. */
  sheets: readonly { total: number; safety: number; recommends: boolean }[]
  outcome: string
  rank?: string
  reasons?: string
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Places of the lowest and the highest of at least five totals; of equal ones the first. */
function extremes(totals: readonly number[]): readonly [lowest: number, highest: number] {
  if (totals.length < 5) return [-1, -1]
  const lowest = totals.indexOf(Math.min(...totals))
  const others = totals.map((total, at) => (at === lowest ? Number.NEGATIVE_INFINITY : total))
  return [lowest, others.indexOf(Math.max(...others))]
}

function meanThatRanks(totals: readonly number[]): string {
  const out = extremes(totals)
  return mean(totals.filter((_total, at) => !out.includes(at))).toFixed(4)
}

/** The tables that a stage must print for projects, by arithmetic on their sheets. */
export function expectedRows(stage: Stage, projects: readonly JudgedProject[]) {
  const means = projects.map(({ sheets }) => meanThatRanks(sheets.map(({ total }) => total)))
  const table = projects.map(({ code, sheets, outcome, rank }, at) => {
    const totals = sheets.map(({ total }) => total)
    const out = extremes(totals)
    const spread = String(Math.max(...totals) - Math.min(...totals))
    const recommends = String(sheets.filter((each) => each.recommends).length)
    return [
      ...(stage === 'EXCELLENT' ? [rank ?? '—'] : []),
      code,
      ...totals.map((total, no) => (out.includes(no) ? `(${total})` : String(total))),
      means[at] ?? '',
      stage === 'EXCELLENT' ? recommends : spread,
      mean(sheets.map(({ safety }) => safety)).toFixed(4),
      outcome,
    ]
  })
  const reasons = projects.map(({ code, rank, reasons: why }, at) => [
    rank ?? '—',
    code,
    means[at] ?? '',
    why ?? '',
  ])
  return { means, table, reasons: stage === 'EXCELLENT' ? reasons : [] }
}

/** The rows of the sheets of one project. */
export function expectedSheets(stage: Stage, { sheets }: JudgedProject): string[][] {
  const totals = sheets.map(({ total }) => total)
  const [lowest, highest] = extremes(totals)
  return sheets.map(({ total, recommends }, at) => {
    const difference = total - mean(totals.filter((_total, other) => other !== at))
    return [
      `专家${at + 1}`,
      String(total),
      ...(stage === 'EXCELLENT' ? [recommends ? '是' : '否'] : []),
      at === lowest ? '最低，不计' : at === highest ? '最高，不计' : '计入',
      `${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(4)}`,
    ]
  })
}

/** The tables of a printed summary with one group. The name of a project below its code is left out. */
export function printedIn(stage: Stage, tables: readonly Table[]) {
  const isOpinions = ([head = []]: Table) => head.includes('评审意见与分项评语')
  const opinions = tables.filter(isOpinions).map((table) => table.slice(1))
  const bodies = tables.filter((table) => !isOpinions(table)).map((table) => table.slice(1))
  const [table = [], second = [], ...rest] = bodies
  if (stage === 'PRIMARY') return { table, reasons: [], sheets: bodies.slice(1), opinions }
  const reasons = second.map(([rank = '', project = '', ...more]) => [rank, project.slice(0, 13), ...more])
  return { table, reasons, sheets: rest, opinions }
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** Downloads and reads a summary in both forms. */
export async function downloaded({ demoReview }: XinchuClient, batch: Batch) {
  const pdf = await demoReview.downloadScorePdf(batch)
  const word = await demoReview.downloadScoreWord(batch)
  return {
    names: [pdf.fileName, word.fileName],
    pdf: await readPdf(await bytesOf(pdf.blob)),
    word: readDocx(await bytesOf(word.blob)),
  }
}

/** Places in `names` of a group's experts, in the order of their numbers. */
export async function expertOrder(rig: Rig, groupId: number, names: readonly string[]): Promise<number[]> {
  const { demoReview } = await rig.sameAs('platform')
  const numbers = await demoReview.revealExpertNames({ groupId, purpose: '核对评分汇总的各栏' })
  const users = await rig.db.selectFrom('app_user').select(['username', 'real_name']).execute()
  return [...numbers]
    .sort((a, b) => a.expertNo - b.expertNo)
    .map(({ realName }) =>
      names.findIndex((name) =>
        users.some(({ username, real_name }) => username === name && real_name === realName),
      ),
    )
}
