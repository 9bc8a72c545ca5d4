import type { ProjectFilter, ProjectRow } from '@xinchu/sdk'
import { type DictionaryName, dictionaries } from '@xinchu/sdk/fields'
import { operations } from '@xinchu/sdk/operations'
import { countOf, options, parse } from '../args.ts'
import { codeOf } from '../code-names.ts'
import { UsageError } from '../exit.ts'
import { save, tellSaved } from '../files.ts'
import type { Io } from '../io.ts'
import { suggestion } from '../nearest.ts'
import { loggedIn } from '../settings.ts'
import { tableText } from '../table.ts'

interface FilterOptions {
  keyword?: string
  province?: string
  city?: string
  county?: string
  tech?: string[]
  'build-status'?: string[]
  'declare-status'?: string[]
}

/** The codes that an option gives, each as itself or by its name. */
const codesOf = (name: DictionaryName, option: string, given: readonly string[] | undefined) =>
  given?.map((each) => codeOf(option, dictionaries[name], each))

function filterOf(values: FilterOptions): ProjectFilter {
  const filter = {
    keyword: values.keyword,
    provinceCode: values.province,
    cityCode: values.city,
    countyCode: values.county,
    techType: codesOf('tech_type', 'tech', values.tech),
    buildStatus: codesOf('build_status', 'build-status', values['build-status']),
    declareStatus: codesOf('declare_status', 'declare-status', values['declare-status']),
  }
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as ProjectFilter // the statuses are codes of their dictionaries
}

const labelOf = (name: DictionaryName, value: string | undefined) =>
  dictionaries[name].values.find((entry) => entry.value === value)?.label ?? value ?? ''

/** The list of projects with the labels of the dictionaries. */
export function table(rows: readonly ProjectRow[]): string {
  const heading = [
    '编号',
    '项目名称',
    '省份',
    '技术路线',
    '建设状态',
    '功率（MW）',
    '能量（MWh）',
    '投运日期',
  ]
  const lines = rows.map((row) => [
    String(row.id),
    row.projectName,
    row.provinceName ?? row.provinceCode,
    labelOf('tech_type', row.techType),
    labelOf('build_status', row.buildStatus),
    String(row.ratedPower ?? ''),
    String(row.ratedEnergy ?? ''),
    row.commissionDate ?? '',
  ])
  return tableText([heading, ...lines])
}

async function exportAll(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.export)
  const filter = filterOf(values)
  const client = await loggedIn(io, values.server)
  const path = await save(
    io,
    (call) => client.projects.download({ filter }, call),
    values,
    '新型储能项目.xlsx',
  )
  return tellSaved(io, path, values.json)
}

/** Saves the report of one project as PDF. */
async function report(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.report, 1, { lacking: '缺少项目编号' })
  const id = countOf('编号', words[0], 1)
  const client = await loggedIn(io, values.server)
  const path = await save(
    io,
    (call) => client.projects.downloadPdf({ id }, call),
    values,
    `项目报送表-${id}.pdf`,
  )
  return tellSaved(io, path, values.json)
}

const commands: Readonly<Record<string, typeof report>> = { export: exportAll, report }

export async function projects([command, ...args]: readonly string[], io: Io): Promise<number> {
  if (command === undefined)
    throw new UsageError('缺少命令：projects list、projects export 或 projects report')
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) {
    const known = [...Object.keys(commands), ...Object.keys(operations['projects'] ?? {})]
    throw new UsageError(`没有命令 projects ${command}${suggestion(command, known, 'projects ')}`)
  }
  return run(args, io)
}
