import { type Deviation, levels, type Report, type Result, type Statement } from './types.ts'

const titles = new Map(levels.map(([name, title]) => [name, title] as const))
export const titleOf = ({ level }: Pick<Statement, 'level'>): string => titles.get(level) ?? level

const MARKS = { passed: '通过', failed: '偏离', skipped: '未查' } as const

function* deviationLines({ message, request, status, requestId, excerpt }: Deviation): Generator<string> {
  yield `    ${message}`
  const facts = [
    request,
    status === undefined ? undefined : `状态 ${status}`,
    requestId && `请求编号 ${requestId}`,
  ]
  const told = facts.filter(Boolean).join('，')
  if (told) yield `      ${told}`
  if (excerpt) yield `      ${excerpt.replace(/\s+/g, ' ')}`
}

function* resultLines({ check, outcome, deviations, reason }: Result): Generator<string> {
  yield `  ${MARKS[outcome]}  ${check.id}  ${check.expects}${reason ? `（${reason}）` : ''}`
  if (outcome === 'failed') yield `    依据：${check.source}`
  for (const deviation of deviations) yield* deviationLines(deviation)
}

const countOf = (results: readonly Result[], outcome: Result['outcome']) =>
  results.filter((each) => each.outcome === outcome).length

/** One line that says what came of it. */
export function summaryOf({ results, reached, requests, seconds, contractVersion }: Report): string {
  const counts = (['passed', 'failed', 'skipped'] as const).map(
    (outcome) => `${MARKS[outcome]} ${countOf(results, outcome)} 项`,
  )
  const level = reached ? `达到“${titles.get(reached) ?? reached}”级` : '未达到“基础”级'
  return `${counts.join('，')}；${level}（接口版本 ${contractVersion}，${requests} 次请求，${seconds} 秒）`
}

/** The report for a person, level by level. */
export function tableOf(report: Report): string {
  const lines = levels.flatMap(([level, title]) => {
    const own = report.results.filter(({ check }) => check.level === level)
    return own.length === 0 ? [] : [title, ...own.flatMap((result) => [...resultLines(result)])]
  })
  const left = report.left.map((what) => `未能清除：${what}`)
  const ended = report.ended === undefined ? [] : [`没有查完：${report.ended}`]
  return [...lines, ...left, ...ended, summaryOf(report)].join('\n')
}

// XML 1.0 has no other control characters.
const INVALID = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string) => text.replace(INVALID, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

function caseOf({ check, outcome, deviations, reason, ms }: Result): string {
  const head = `<testcase classname="${check.level}" name="${check.id} ${xml(check.expects)}" time="${ms / 1000}"`
  if (outcome === 'passed') return `${head}/>`
  if (outcome === 'skipped') return `${head}><skipped message="${xml(reason ?? '')}"/></testcase>`
  const text = deviations.flatMap((each) => [...deviationLines(each)]).join('\n')
  const message = xml(deviations[0]?.message ?? '')
  return `${head}><failure message="${message}">${xml(`依据：${check.source}\n${text}`)}</failure></testcase>`
}

/** The report as JUnit XML, for build servers. */
export function junitOf({ results, seconds }: Report): string {
  const suites = levels.flatMap(([level, title]) => {
    const own = results.filter(({ check }) => check.level === level)
    if (own.length === 0) return []
    const counts = `tests="${own.length}" failures="${countOf(own, 'failed')}" skipped="${countOf(own, 'skipped')}"`
    return [`<testsuite name="${title}" ${counts}>`, ...own.map(caseOf), '</testsuite>']
  })
  const counts = `tests="${results.length}" failures="${countOf(results, 'failed')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="xinchu conformance" ${counts} time="${seconds}">`,
    ...suites,
    '</testsuites>',
  ].join('\n')
}
