import type { DemoProjectsListQuery, XinchuClient } from '@xinchu/sdk'
import { dictionaries } from '@xinchu/sdk/fields'
import { countOf, options, parse } from '../args.ts'
import { codeOf } from '../code-names.ts'
import { ExitCode, UsageError } from '../exit.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { loggedIn } from '../settings.ts'
import { tableText } from '../table.ts'

type Row = Awaited<ReturnType<XinchuClient['demoProjects']['list']>>['content'][number]
type Detail = Awaited<ReturnType<XinchuClient['demoProjects']['get']>>
type Status = NonNullable<DemoProjectsListQuery['status']>[number]

const statusesOf = (given: readonly string[] | undefined): Status[] =>
  (given ?? []).map((each) => codeOf('status', dictionaries.demo_status, each) as Status) // one of the dictionary, from which the type is made

function table(rows: readonly Row[]): string {
  const heading = ['编号', '示范项目编号', '名称', '省份', '技术路线', '功率（MW）', '状态', '可办']
  const lines = rows.map((row) => [
    String(row.id),
    row.demoCode,
    row.projectName,
    row.provinceName ?? row.provinceCode,
    row.techTypeLabel ?? '',
    String(row.ratedPower ?? ''),
    row.statusLabel,
    row.actions.join(' '),
  ])
  return tableText([heading, ...lines])
}

async function list(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.demos)
  const page = countOf('page', values.page, 1) - 1
  const size = countOf('size', values.size, 20)
  const status = statusesOf(values.status)
  const client = await loggedIn(io, values.server)
  const query: DemoProjectsListQuery = {
    page,
    size,
    ...(values.keyword ? { keyword: values.keyword } : {}),
    ...(values.province ? { provinceCode: values.province } : {}),
    ...(values.year ? { batchYear: countOf('year', values.year, 1) } : {}),
    ...(status.length > 0 ? { status } : {}),
  }
  const found = await client.demoProjects.list(query, { signal: io.signal })
  if (values.json) printJson(io, found)
  else {
    print(io, table(found.content))
    say(io, `第 ${page + 1} 页，${found.totalElements} 项`)
  }
  return ExitCode.ok
}

/** The state of a project, what it lacks, and its history. */
function detailText({ partStatus, flow, ...project }: Detail): string {
  const facts = [
    `${project.demoCode}  ${project.projectName}`,
    `状态：${project.statusLabel}`,
    ...(project.companyName ? [`申报单位：${project.companyName}`] : []),
    ...(project.recommendOrgName ? [`推荐单位：${project.recommendOrgName}`] : []),
    ...(project.dueDate ? [`请于 ${project.dueDate} 前改正`] : []),
    ...(flow.lastOpinion ? [`意见：${flow.lastOpinion}`] : []),
  ]
  const missing = partStatus.missing.map((line) => `  - ${line}`)
  const steps = flow.history.map(
    ({ time, orgName, actionLabel, action, toStatusLabel }) =>
      `  ${time}  ${orgName}  ${actionLabel ?? action}  ${toStatusLabel ?? ''}`,
  )
  return [
    ...facts,
    ...(missing.length > 0 ? [`尚缺 ${missing.length} 项：`, ...missing] : []),
    ...(steps.length > 0 ? ['办理记录：', ...steps] : []),
  ].join('\n')
}

async function show(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.plain, 1, { lacking: '缺少示范项目编号' })
  const id = countOf('编号', words[0], 1)
  const client = await loggedIn(io, values.server)
  const found = await client.demoProjects.get({ id }, { signal: io.signal })
  if (values.json) printJson(io, found)
  else print(io, detailText(found))
  return ExitCode.ok
}

/** Submits one project to its recommender; of one that cannot be submitted it says what is missing. */
async function submit(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.plain, 1, { lacking: '缺少示范项目编号' })
  const id = countOf('编号', words[0], 1)
  const client = await loggedIn(io, values.server)
  const call = { signal: io.signal }
  const result = await client.demoProjects.updateStatuses({ ids: [id], action: 'SUBMIT' }, call)
  const [failed] = result.failed
  if (values.json) printJson(io, result)
  else if (!failed) say(io, '已提交')
  else {
    say(io, `未提交：${failed.message}`)
    for (const { caption, field, message } of failed.errors ?? [])
      say(io, `  - ${caption ?? field}：${message}`)
  }
  return failed ? ExitCode.rowsWithErrors : ExitCode.ok
}

const commands: Readonly<Record<string, typeof list>> = { list, show, submit }

export async function demo([command, ...args]: readonly string[], io: Io): Promise<number> {
  if (command === undefined) throw new UsageError('缺少命令：demo list、demo show 或 demo submit')
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new UsageError(`没有命令 demo ${command}`)
  return run(args, io)
}
