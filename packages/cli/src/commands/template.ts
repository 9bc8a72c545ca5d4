import { options, parse } from '../args.ts'
import { save, tellSaved } from '../files.ts'
import type { Io } from '../io.ts'
import { loggedIn } from '../settings.ts'

export async function template(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.template)
  const client = await loggedIn(io, values.server)
  const query = { withSample: !values['no-sample'] }
  const path = await save(
    io,
    (call) => client.imports.downloadTemplate(query, call),
    values,
    '新型储能项目导入模板.xlsx',
  )
  return tellSaved(io, path, values.json)
}
