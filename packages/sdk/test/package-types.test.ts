import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesOf, typescript5, typescript7 } from './support/compile.ts'
import { type InstalledPackage, installPackages } from './support/installed-package.ts'
import { packageFolder, run } from './support/programs.ts'
import { json, startServer, type TestServer } from './support/server.ts'

let installed: InstalledPackage
let server: TestServer

beforeAll(async () => {
  server = await startServer((_seen, response) =>
    json(response, 200, { content: [{ projectName: '盐池储能电站' }], totalElements: 1 }),
  )
  installed = await installPackages()
})

afterAll(async () => {
  await installed.remove()
  await server.close()
})

const names = `import { connect, createClient, isXinchuError, projects, type ProjectPage } from '@xinchu/sdk'
import { fileStore, nodeTransport } from '@xinchu/sdk/node'
import { fields } from '@xinchu/sdk/fields'
import { TechType } from '@xinchu/sdk/codes'
import { may } from '@xinchu/sdk/rights'
import { verifyWebhook } from '@xinchu/sdk/webhooks'
import type { components } from '@xinchu/sdk/schema'
type Schemas = components['schemas']
`
const typed = `${names}
async function main(): Promise<void> {
  const session = fileStore('session.json')
  const client = createClient({ baseUrl: process.argv[2] ?? '', session, transport: nodeTransport() })
  const page: ProjectPage = await client.projects.list({ techType: ['01'] })
  const name: string | undefined = page.content[0]?.projectName
  console.log(name, [fields, TechType, may, verifyWebhook].every((each) => each !== undefined))
}
export async function refused(draft: Schemas['EsProjectDraft']): Promise<number | undefined> {
  const narrow = connect({ baseUrl: '' }, { projects })
  // @ts-expect-error that resource was not named
  narrow.users
  // @ts-expect-error a project has no such field
  await narrow.projects.create({ ...draft, owner: 1 })
  return narrow.projects.create(draft).then(() => undefined, (error: unknown) => {
    if (isXinchuError(error) && error.kind === 'rate-limit') return error.retryAfterMs
    throw error
  })
}
main()
`
// The published types are shorter in text only.
const same = `
import type { components as Mine, operations as Calls, paths as Places } from '@xinchu/sdk/schema'
import type { components, operations, paths } from '${join(packageFolder, '../contract/src/gen/schema.js').replaceAll('\\', '/')}'
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : [A, B]
type At<T, K> = K extends keyof T ? T[K] : never
type Body<T> = NonNullable<At<NonNullable<T>, 'content'>>
type Part<T, K> = [NonNullable<At<At<T, 'parameters'>, K>>] extends [never] ? 'none' : At<At<T, 'parameters'>, K>
type Call<T> = {
  sent: Body<At<T, 'requestBody'>>
  query: Part<T, 'query'>
  path: Part<T, 'path'>
  header: Part<T, 'header'>
  got: { [Status in keyof At<T, 'responses'>]: Body<At<T, 'responses'>[Status]> }
}
type Odd<A, B> = { [Key in keyof A & keyof B]: Same<A[Key], B[Key]> extends true ? never : Key }[keyof A & keyof B]
type Other = { [Name in keyof Calls]: [Odd<Call<Calls[Name]>, Call<operations[Name]>>] extends [never] ? never : Name }
type Others = Other[keyof Calls]
type Method<T> = { [Name in keyof T]-?: Name extends 'parameters' ? never : T[Name] extends object ? Name : never }[keyof T]
type Methods<T> = { [Path in keyof T]: Method<T[Path]> }
export const schemas: Same<Mine['schemas'], components['schemas']> = true
export const calls: Same<keyof Calls, keyof operations> = true
export const others: [Others] extends [never] ? true : Others = true
export const places: Same<Methods<Places>, Methods<paths>> = true
`

test('typed scripts find the same types by import and by require', async () => {
  const texts = { 'typed.mts': typed, 'typed.cts': typed, 'same.mts': same }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(installed.place, name), text)
  const options = ['--noEmit', '--module', 'nodenext', ...Object.keys(texts)]
  expect(await messagesOf(typescript5, options, installed.place)).toBe('')
})

const fakes = `import { setupServer } from 'msw/node'
import { exampleHandler, fakePlatform, operation, refuse, withFaults } from '@xinchu/testing'
setupServer(operation('getUnreadCount', { count: 3 }), exampleHandler(), ...fakePlatform().handlers)
operation('getEsProject', ({ path, query }) => {
  const id: number = path.id
  // @ts-expect-error the operation has no query
  query.page
  return refuse(404, String(id))
})
operation('queryEsProjects', ({ query: { techType } }) => ({ content: [], totalElements: techType?.length ?? 0 }))
// @ts-expect-error the reply has no such field
operation('getUnreadCount', { total: 1 })
// @ts-expect-error there is no such operation
operation('getUnread')
export const injected: number = withFaults(fakePlatform(), { resets: 0.5 }).faults.count('reset')
`

test('fakes of operations are typed by the published contract', async () => {
  await installed.linkPeers()
  for (const name of ['fakes.mts', 'fakes.cts']) await writeFile(join(installed.place, name), fakes)
  const options = ['--noEmit', '--module', 'nodenext', '--skipLibCheck', 'fakes.mts', 'fakes.cts']
  expect(await messagesOf(typescript7, options, installed.place)).toBe('')
})

// TypeScript 7 is six times faster and no longer supports node10.
test.each([
  ['node10', 'commonjs', 'commonjs', 5, typescript5],
  ['node16', 'node16', 'module', 5, typescript5],
  ['bundler', 'esnext', 'module', 5, typescript5],
  ['node16', 'node16', 'module', 7, typescript7],
  ['nodenext', 'nodenext', 'module', 7, typescript7],
  ['bundler', 'esnext', 'module', 7, typescript7],
])(
  'a script compiles with %s resolution (%s, %s) by TypeScript %s without DOM types, and runs',
  async (resolution, module, type, version, compiler) => {
    const folder = join(installed.place, `${resolution}-${version}`)
    await mkdir(folder)
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type }))
    await writeFile(join(folder, 'script.ts'), typed)
    const options = ['--lib', 'es2022', '--moduleResolution', resolution, '--module', module, 'script.ts']
    expect(await messagesOf(compiler, options, folder)).toBe('')
    const { stdout } = await run('node', ['script.js', server.url], folder)
    expect(stdout.trim()).toBe('盐池储能电站 true')
  },
  120_000,
)
