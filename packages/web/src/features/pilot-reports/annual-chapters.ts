import { fields } from '@xinchu/contract/fields'
import { countWords } from '@xinchu/validators'
import { type AnnualForm, figuresOf, type TextName } from './annual-model.ts'
import type { AnnualReport } from './annual-queries.ts'

export type ChapterState = 'done' | 'changed' | 'short' | 'empty' | 'optional'

/** A chapter of a report with its progress. */
export interface Chapter {
  id: string
  no: string
  title: string
  state: ChapterState
  /** Number of characters or rows, or the gap. */
  note: string
}

type Written = Pick<Chapter, 'state' | 'note'>

const isRequired = (name: TextName): boolean =>
  fields.AnnualReportFields.find((spec) => spec.name === name)?.required !== undefined

function text(form: AnnualForm, name: TextName): Written {
  const words = countWords(form.texts[name])
  if (words > 0) return { state: 'done', note: `${words.toLocaleString('en')} 字` }
  return isRequired(name) ? { state: 'empty', note: '未填' } : { state: 'optional', note: '选填' }
}

function operation(form: AnnualForm, report: AnnualReport): Written {
  const changed = figuresOf(form, report).filter(({ isChanged }) => isChanged)
  const lacking = changed.filter(({ lacksReason }) => lacksReason).length
  if (lacking > 0) return { state: 'short', note: `缺原因 ${lacking}` }
  const written = text(form, 'operationSummary')
  return changed.length > 0 && written.state === 'done'
    ? { state: 'changed', note: `修改 ${changed.length}` }
    : written
}

function targets({ targets }: AnnualForm): Written {
  const done = targets.filter(
    ({ planValue, actualValue, achieved }) =>
      planValue.trim() !== '' && actualValue.trim() !== '' && achieved !== undefined,
  ).length
  if (targets.length === 0) return { state: 'empty', note: '未填' }
  return done === targets.length
    ? { state: 'done', note: `${done} 项` }
    : { state: 'short', note: `${done}/${targets.length}` }
}

const economy = ({ money, moneyText }: AnnualForm): Written =>
  [...Object.values(money), moneyText].some((value) => value.trim() !== '')
    ? { state: 'done', note: '已填' }
    : { state: 'empty', note: '未填' }

/** The chapters in the order of the document, and the scan. */
export function chaptersOf(form: AnnualForm, report: AnnualReport): Chapter[] {
  const scan: Written = form.stamped ? { state: 'done', note: '已传' } : { state: 'empty', note: '缺' }
  const written: readonly (readonly [id: string, title: string, Written])[] = [
    ['basic', '项目基本情况', { state: 'done', note: '预填' }],
    ['buildSummary', '建设情况', text(form, 'buildSummary')],
    ['usage', '运行情况', operation(form, report)],
    ['targets', '指标完成情况', targets(form)],
    ['techEffect', '技术示范效果', text(form, 'techEffect')],
    ['economicEffect', '经济效益', economy(form)],
    ['safetySummary', '安全情况', text(form, 'safetySummary')],
    ['policyExecution', '政策执行情况', text(form, 'policyExecution')],
    ['problems', '问题与建议', text(form, 'problems')],
    ['nextYearPlan', '下一年度计划', text(form, 'nextYearPlan')],
    ['stampedFileId', '盖章扫描件', scan],
  ]
  return written.map(([id, title, state], index) => ({
    id,
    no: '一二三四五六七八九十附'[index] ?? '',
    title,
    ...state,
  }))
}

const FULL = 100

/** Share of the required chapters that are written, in per cent. Rounded down, so that 100 means all. */
export function percentOf(chapters: readonly Chapter[]): number {
  const required = chapters.filter(({ state }) => state !== 'optional')
  const done = required.filter(({ state }) => state === 'done' || state === 'changed').length
  return required.length === 0 ? FULL : Math.floor((done / required.length) * FULL)
}

/** Returns the chapter of a report's field. */
export const chapterOf = (field: string): string => (field === 'operationSummary' ? 'usage' : field)

/** Scrolls to a chapter and focuses it. */
export function showChapter(id: string): void {
  const heading = document.getElementById(`annual-${id}`)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
