import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { folderOfPublished, published } from './support/installed-package.ts'
import { packageFolder, run } from './support/programs.ts'
import { json, startServer } from './support/server.ts'

const repository = join(packageFolder, '../..')
const read = (...path: string[]) => readFile(join(...path), 'utf8')

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test.each(published)(
  '%s has the licence, a changelog of the version, and the SDK of that version alone',
  async (name) => {
    const folder = folderOfPublished(name)
    expect(await read(folder, 'LICENSE')).toBe(await read(repository, 'LICENSE'))
    const own = JSON.parse(await read(folder, 'package.json'))
    expect(own).toMatchObject({ name: `@xinchu/${name}`, version: manifest.version })
    const [title, , newest] = (await read(folder, 'CHANGELOG.md')).split('\n')
    expect([title, newest]).toEqual([`# ${own.name}`, `## ${own.version}`])
    const shared = Object.entries<string>(own.dependencies).filter(([each]) => each.startsWith('@xinchu/'))
    expect(shared.filter(([, version]) => version !== manifest.version)).toEqual([])
  },
)

/** Copies the files that a release reads into a new repository. */
async function copiedRepository(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'xinchu-release-'))
  closing.push(() => rm(place, { recursive: true, force: true }))
  const parts = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', '.changeset/config.json']
  for (const name of [...published, 'validators', 'server', 'web'])
    parts.push(`packages/${name}/package.json`)
  for (const name of published) parts.push(`packages/${name}/CHANGELOG.md`)
  for (const part of parts) {
    await mkdir(join(place, part, '..'), { recursive: true })
    await cp(join(repository, part), join(place, part))
  }
  await writeFile(
    join(place, '.changeset/one.md'),
    `---\n'${manifest.name}': minor\n---\n\n新增 \`projects.archive\`。\n`,
  )
  await run('git', ['init', '-q'], place)
  await run('git', ['add', '.'], place)
  await run('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '-qm', 'one'], place)
  return place
}

test('a change file becomes the next version of the published packages alone, and a changelog entry', async () => {
  const place = await copiedRepository()
  await run(join(repository, 'node_modules/.bin/changeset'), ['version'], place)
  const { version } = JSON.parse(await read(place, 'packages/sdk/package.json'))
  const [major, minor] = manifest.version.split('.')
  expect(version).toBe(`${major}.${Number(minor) + 1}.0`)
  const testing = JSON.parse(await read(place, 'packages/testing/package.json'))
  expect([testing.version, testing.dependencies[manifest.name]]).toEqual([version, version])
  const history = await read(place, 'packages/sdk/CHANGELOG.md')
  expect(history).toMatch(new RegExp(`^# ${manifest.name}\n\n## ${version}\n[^]*新增 .projects\\.archive.。`))
  expect(history).toContain(`## ${manifest.version}\n`)
  const { stdout } = await run('git', ['status', '--short'], place)
  const changed = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ')[1])
  const files = published.flatMap((name) =>
    ['CHANGELOG.md', 'package.json'].map((each) => `packages/${name}/${each}`),
  )
  expect(changed.sort()).toEqual(['.changeset/one.md', ...files].sort())
})

/** Publishes a built package to a registry that takes everything. */
async function publish(name: (typeof published)[number], ...more: string[]) {
  const registry = await startServer(({ method }, response) =>
    json(response, method === 'PUT' ? 201 : 404, {}),
  )
  closing.push(registry.close)
  const token = `--${registry.url.replace('http:', '')}/:_authToken=none`
  const args = ['publish', '--ignore-scripts', '--registry', registry.url, token, ...more]
  const env = { GITHUB_ACTIONS: '', GITLAB_CI: '', CIRCLECI: '' }
  const done = await run('npm', args, folderOfPublished(name), env).catch((error: Error) => error)
  return { done, taken: registry.seen.filter(({ method }) => method === 'PUT').map(({ path }) => path) }
}

test.each(published)('npm refuses to publish %s without provenance', async (name) => {
  const { done, taken } = await publish(name)
  expect(done).toMatchObject({ message: expect.stringContaining('provenance') })
  expect(taken).toEqual([])
})

test.each(published)('npm publishes %s to a registry of a province as it is described', async (name) => {
  const text = await read(repository, 'CONTRIBUTING.md')
  const [, option = ''] = /npm publish (--provenance=\S+) --registry/.exec(text) ?? []
  expect((await publish(name, option)).taken).toEqual([`/@xinchu%2f${name}`])
})
