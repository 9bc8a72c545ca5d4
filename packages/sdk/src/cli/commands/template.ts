import { options, parse } from '../args.ts'
import { ExitCode } from '../exit.ts'
import { save } from '../files.ts'
import { type Io, printJson, say } from '../io.ts'
import { loggedIn } from '../settings.ts'

export async function template(args: readonly string[], io: Io): Promise<number> {
  const { values } = parse(args, options.template)
  const client = await loggedIn(io, values.server)
  const file = await client.imports.downloadTemplate(
    { withSample: !values['no-sample'] },
    { signal: io.signal },
  )
  const path = await save(file, values, '新型储能项目导入模板.xlsx')
  if (values.json) printJson(io, { file: path })
  else say(io, `已保存：${path}`)
  return ExitCode.ok
}
