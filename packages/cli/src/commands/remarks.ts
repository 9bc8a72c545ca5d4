import type { ReviewListRemarksQuery, ReviewRemark } from '@xinchu/sdk'
import { dictionaries } from '@xinchu/sdk/fields'
import { countOf, options, parse } from '../args.ts'
import { codeOf } from '../code-names.ts'
import { ExitCode, UsageError } from '../exit.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { loggedIn } from '../settings.ts'
import { tableText } from '../table.ts'

/** A value that the dictionary must have, as `--option` gives it or its name. */
function oneOf<Value extends string>(
  name: 'review_entity' | 'remark_status',
  option: string,
  given: string | undefined,
): Value | undefined {
  if (given === undefined) return undefined
  return codeOf(option, dictionaries[name], given) as Value // it is one of the dictionary, from which the type is made
}

function table(rows: readonly ReviewRemark[]): string {
  const heading = ['编号', '状态', '记录', '项', '提出时的值', '现在的值', '意见', '答复']
  const lines = rows.map((row) => [
    String(row.id),
    row.statusLabel,
    row.entityName,
    row.fieldLabel,
    row.value ?? '',
    row.currentValue ?? '',
    row.text,
    row.answer ?? '',
  ])
  return tableText([heading, ...lines])
}

async function list(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.remarks)
  const entity = oneOf<ReviewRemark['entity']>('review_entity', 'entity', values.entity)
  const status = oneOf<ReviewRemark['status']>('remark_status', 'status', values.status)
  const id = values.id === undefined ? undefined : countOf('id', values.id, 1)
  const page = countOf('page', values.page, 1) - 1
  const query: ReviewListRemarksQuery = {
    page,
    size: countOf('size', values.size, 50),
    ...(entity ? { entity } : {}),
    ...(status ? { status: [status] } : {}),
    ...(id ? { entity: entity ?? 'PROJECT', entityId: id } : {}),
  }
  const client = await loggedIn(io, values.server)
  const found = await client.review.listRemarks(query, { signal: io.signal })
  if (values.json) printJson(io, found)
  else {
    print(io, table(found.content))
    say(io, `第 ${page + 1} 页，共 ${found.totalElements} 条意见`)
  }
  return ExitCode.ok
}

async function answer(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.plain, 2, { lacking: '缺少意见编号与答复' })
  const [id = '', text = ''] = words
  const client = await loggedIn(io, values.server)
  const [remark] = await client.review.answer(
    { items: [{ id: countOf('编号', id, 1), answer: text }] },
    { signal: io.signal },
  )
  if (values.json) printJson(io, remark)
  else say(io, `${remark?.fieldLabel ?? ''}：${remark?.statusLabel ?? ''}`)
  return ExitCode.ok
}

/** `xinchu remarks`: lists the reviewers' remarks, or answers one. */
export async function remarks([command, ...args]: readonly string[], io: Io): Promise<number> {
  if (command === 'answer') return answer(args, io)
  if (command === undefined || command.startsWith('-')) return list(command ? [command, ...args] : args, io)
  if (command === 'list') return list(args, io)
  throw new UsageError(`没有命令 remarks ${command}`)
}
